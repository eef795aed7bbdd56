/*
 * problems.c - everything that is wrong with a plan, collected and told at once.
 *
 * A context's message has room for a few thousand bytes; what does not fit is counted,
 * never cut off in the middle of a line.
 */
#include "plan/problems.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/result.h"
#include "base/text.h"

enum { LINE_BYTES = 1024, MESSAGE_BYTES = 5900, LONGEST_LIST = 30, MOST_ARGUMENTS = 8 };

static const struct {
    const char *word, *meaning;
} CODES[] = {
#define TACIT_PROBLEM(name, word, meaning) { word, meaning },
#include "plan/problems.def"
#undef TACIT_PROBLEM
};

const char *tacit_problem_word(tacit_problem_code code)
{
    TACIT_ASSERT(code < TACIT_PROBLEMS);
    return CODES[code].word;
}

const char *tacit_problem_meaning(tacit_problem_code code)
{
    TACIT_ASSERT(code < TACIT_PROBLEMS);
    return CODES[code].meaning;
}

tacit_status tacit_problems_start(tacit_ctx *cx, const char *file, tacit_problems *out)
{
    *out = (tacit_problems){ .cx = cx, .file = file };
    return tacit_scratch(cx, TACIT_PROBLEMS_TOLD, sizeof *out->line, &out->line);
}

/* End a text that was cut off at a whole character, with dots. */
static void shorten(char text[LINE_BYTES])
{
    static const char dots[] = "...";
    size_t end = LINE_BYTES - sizeof dots;
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    memcpy(text + end, dots, sizeof dots);
}

/* One conversion of a format: where it ends, and whether its argument is kept. */
typedef struct conversion {
    const char *end;
    char type, size; /* d, u, s, g ...; z, or 0 */
    bool glue;
} conversion;

static conversion read_conversion(const char *at)
{
    conversion c = { 0 };
    const char *flags = at;
    at += strspn(at, "-+ #0");
    c.glue = flags != at && flags[0] == '-';
    at += strspn(at, "0123456789.");
    if (*at == 'z')
        c.size = *at++;
    c.type = *at;
    c.end = at + 1;
    return c;
}

/* Keep a text, cut off if it is long. */
static void keep_text(tacit_problems *p, const char *text, tacit_problem_argument *out)
{
    char copy[LINE_BYTES];
    if (snprintf(copy, sizeof copy, "%s", text) >= LINE_BYTES)
        shorten(copy);
    p->status = tacit_scratch_text(p->cx, copy, &out->text);
}

/* Take the next argument, of which `c` says the type. */
static void take_argument(tacit_problems *p, conversion c, va_list *ap, tacit_problem_line *line)
{
    tacit_problem_argument argument = { 0 };
    const char *text = NULL;
    if (c.type == 's')
        text = va_arg(*ap, const char *);
    else if (c.type == 'g')
        argument.number = va_arg(*ap, double);
    else if (c.size == 'z')
        argument.number = (double)va_arg(*ap, size_t);
    else if (c.type == 'd')
        argument.number = va_arg(*ap, int);
    else
        TACIT_ASSERT(c.type == 'd'); /* problems use no other format */
    if (c.glue)
        return;
    if (text != NULL)
        keep_text(p, text, &argument);
    line->argument[line->n++] = argument;
}

/* Keep the arguments of a sentence. */
static void take_arguments(tacit_problems *p, const char *fmt, va_list *ap,
                           tacit_problem_line *line)
{
    for (const char *at = strchr(fmt, '%'); at != NULL; at = strchr(at, '%')) {
        if (at[1] == '%') {
            at += 2;
            continue;
        }
        TACIT_ASSERT(line->n < MOST_ARGUMENTS);
        const conversion c = read_conversion(at + 1);
        take_argument(p, c, ap, line);
        if (p->status != TACIT_OK)
            return;
        at = c.end;
    }
}

void tacit_problem(tacit_problems *p, tacit_place place, tacit_problem_code code, const char *fmt,
                   ...)
{
    p->n++;
    if (p->n > TACIT_PROBLEMS_TOLD || p->status != TACIT_OK)
        return;
    char text[LINE_BYTES];
    tacit_problem_line *line = &p->line[p->n - 1];
    *line = (tacit_problem_line){ .place = place, .code = code };
    p->status = tacit_scratch(p->cx, MOST_ARGUMENTS, sizeof *line->argument, &line->argument);
    if (p->status != TACIT_OK)
        return;
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    const int n = vsnprintf(text, sizeof text, fmt, ap);
    take_arguments(p, fmt, &again, line);
    va_end(again);
    va_end(ap);
    if (n >= LINE_BYTES)
        shorten(text);
    if (p->status == TACIT_OK)
        p->status = tacit_scratch_text(p->cx, text, &line->text);
}

bool tacit_problems_any(const tacit_problems *p)
{
    return p->n > 0;
}

/* Whether `a` stands before `b` in the text; what stands nowhere comes last. */
static bool is_before(tacit_place a, tacit_place b)
{
    const int x = a.line > 0 ? a.line : INT_MAX, y = b.line > 0 ? b.line : INT_MAX;
    return x != y ? x < y : a.column < b.column;
}

static void sort_lines(tacit_problem_line *line, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const tacit_problem_line x = line[i];
        size_t j = i;
        for (; j > 0 && is_before(x.place, line[j - 1].place); j--)
            line[j] = line[j - 1];
        line[j] = x;
    }
}

/* One line with its final newline; returns how long it would be. */
static size_t write_line(const tacit_problems *p, const tacit_problem_line *line, char *out,
                         size_t room)
{
    const bool placed = line->place.line > 0 && strcmp(p->file, TACIT_PLAN_COMMAND_LINE) != 0;
    const int n = placed ? snprintf(out, room, "%s:%d:%d: %s\n", p->file, line->place.line,
                                    line->place.column, line->text)
                         : snprintf(out, room, "%s: %s\n", p->file, line->text);
    TACIT_ASSERT(n > 0);
    return (size_t)n;
}

/* All problems as the message, as many as fit. */
static tacit_status fail_with_lines(const tacit_problems *p, size_t kept)
{
    char message[MESSAGE_BYTES + 1];
    size_t told = 0, used = 0;
    for (; told < kept; told++) {
        const size_t room = sizeof message - used;
        const size_t n = write_line(p, &p->line[told], message + used, room);
        if (n >= room && told > 0)
            break;
        used += n < room ? n : room - 1;
    }
    message[used - 1] = '\0'; /* the last newline */
    if (told < p->n)
        return tacit_fail(p->cx, TACIT_ERR_INPUT, "%s\n... and %zu more.", message, p->n - told);
    return tacit_fail(p->cx, TACIT_ERR_INPUT, "%s", message);
}

static json_t *place_json(int at)
{
    return at > 0 ? json_integer(at) : json_null();
}

static json_t *argument_json(const tacit_problem_argument *argument)
{
    const double x = argument->number;
    if (argument->text != NULL)
        return json_string(argument->text);
    return !(floor(x) < x) ? json_integer((json_int_t)x) : json_real(x);
}

/* Add one problem to a list. */
static tacit_status add_detail(tacit_ctx *cx, const tacit_problem_line *line, json_t *list)
{
    json_t *object = json_object();
    TACIT_TRY(tacit_json_add(cx, list, object));
    TACIT_TRY(tacit_json_put(cx, object, "line", place_json(line->place.line)));
    TACIT_TRY(tacit_json_put(cx, object, "column", place_json(line->place.column)));
    TACIT_TRY(tacit_json_put(cx, object, "code", json_string(tacit_problem_word(line->code))));
    json_t *arguments = json_array();
    TACIT_TRY(tacit_json_put(cx, object, "arguments", arguments));
    for (size_t i = 0; i < line->n; i++)
        TACIT_TRY(tacit_json_add(cx, arguments, argument_json(&line->argument[i])));
    return tacit_json_put(cx, object, "message", json_string(line->text));
}

tacit_status tacit_problems_end(tacit_problems *p)
{
    if (p->status != TACIT_OK)
        return p->status;
    if (p->n == 0)
        return TACIT_OK;
    const size_t kept = p->n < TACIT_PROBLEMS_TOLD ? p->n : TACIT_PROBLEMS_TOLD;
    sort_lines(p->line, kept);
    json_t *list = json_array();
    tacit_status status = list != NULL ? TACIT_OK : tacit_fail_memory(p->cx);
    for (size_t i = 0; i < kept && status == TACIT_OK; i++)
        status = add_detail(p->cx, &p->line[i], list);
    if (status == TACIT_OK)
        status = fail_with_lines(p, kept);
    if (status == TACIT_ERR_INPUT)
        tacit_fail_details(p->cx, list);
    else
        json_decref(list);
    return status;
}

const char *tacit_words_list(const void *user, size_t i)
{
    const char *const *list = user;
    return list[i];
}

const char *tacit_words_catalog(const void *user, size_t i)
{
    const tacit_catalog *cat = user;
    return cat->entry[i]->name;
}

/* The words in one line: "a, b, c". */
static tacit_status join_words(tacit_ctx *cx, const tacit_words *words, char **out)
{
    TACIT_TRY(tacit_scratch_text(cx, "", out));
    const size_t n = words->n < LONGEST_LIST ? words->n : LONGEST_LIST;
    for (size_t i = 0; i < n; i++)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s%s%s", *out, i > 0 ? ", " : "",
                                       words->at(words->user, i)));
    if (n < words->n)
        TACIT_TRY(tacit_scratch_format(cx, out, "%s and %zu more", *out, words->n - n));
    return TACIT_OK;
}

tacit_status tacit_words_hint_of(tacit_ctx *cx, const tacit_words *words, const char *word,
                                 tacit_hint *out)
{
    char *text = NULL, *list = NULL;
    *out = (tacit_hint){ .text = ".", .near = "" };
    if (words->n == 0)
        return TACIT_OK;
    const char *near = tacit_suggest(word, words->n, words->at, words->user);
    if (near != NULL) {
        TACIT_TRY(tacit_scratch_format(cx, &text, "; did you mean '%s'?", near));
        out->near = near;
    } else {
        TACIT_TRY(join_words(cx, words, &list));
        TACIT_TRY(tacit_scratch_format(cx, &text, "; it can be %s.", list));
    }
    out->text = text;
    return TACIT_OK;
}

tacit_status tacit_words_hint(tacit_ctx *cx, const tacit_words *words, const char *word,
                              const char **out)
{
    tacit_hint hint = { 0 };
    TACIT_TRY(tacit_words_hint_of(cx, words, word, &hint));
    *out = hint.text;
    return TACIT_OK;
}
