/*
 * problems.c - everything that is wrong with a plan, collected and told at once.
 *
 * A context's message has room for a few thousand bytes; what does not fit is counted,
 * never cut off in the middle of a line.
 */
#include "plan/problems.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LINE_BYTES = 1024, MESSAGE_BYTES = 3900, LONGEST_LIST = 30 };

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

void tacit_problem(tacit_problems *p, tacit_place place, const char *fmt, ...)
{
    p->n++;
    if (p->n > TACIT_PROBLEMS_TOLD || p->status != TACIT_OK)
        return;
    char text[LINE_BYTES];
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (n >= LINE_BYTES)
        shorten(text);
    tacit_problem_line *line = &p->line[p->n - 1];
    line->place = place;
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

tacit_status tacit_problems_end(tacit_problems *p)
{
    if (p->status != TACIT_OK)
        return p->status;
    if (p->n == 0)
        return TACIT_OK;
    const size_t kept = p->n < TACIT_PROBLEMS_TOLD ? p->n : TACIT_PROBLEMS_TOLD;
    sort_lines(p->line, kept);
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

tacit_status tacit_words_hint(tacit_ctx *cx, const tacit_words *words, const char *word,
                              const char **out)
{
    char *text = NULL, *list = NULL;
    if (words->n == 0) {
        *out = ".";
        return TACIT_OK;
    }
    const char *near = tacit_suggest(word, words->n, words->at, words->user);
    if (near != NULL) {
        TACIT_TRY(tacit_scratch_format(cx, &text, "; did you mean '%s'?", near));
    } else {
        TACIT_TRY(join_words(cx, words, &list));
        TACIT_TRY(tacit_scratch_format(cx, &text, "; it can be %s.", list));
    }
    *out = text;
    return TACIT_OK;
}
