/*
 * scan.c - the words of a condition, one token after the other.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "synth/tie/own.h"

static const char *const WORDS[] = { "and",  "or", "not", "if",      "then",
                                     "else", "is", "in",  "missing", NULL };

tacit_status tacit_tie_refuse(tacit_tie_reader *r, const char *what)
{
    return tacit_fail(r->cx, TACIT_ERR_INPUT, "%s %zu, '%s', cannot be read: %s.", r->kind,
                      r->number, r->words, what);
}

/* Copy `n` bytes into scratch memory. */
static tacit_status copy(tacit_tie_reader *r, const char *from, size_t n)
{
    char *text = NULL;
    TACIT_TRY(tacit_scratch(r->cx, n + 1, 1, &text));
    memcpy(text, from, n);
    r->now.text = text;
    return TACIT_OK;
}

/* What stands between two quotes; a quote that is doubled stands for itself. */
static tacit_status scan_quoted(tacit_tie_reader *r, char quote)
{
    char *text = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(r->cx, strlen(r->at), 1, &text));
    for (const char *at = r->at + 1; *at != '\0'; at++) {
        if (*at == quote && at[1] != quote) {
            r->at = at + 1;
            r->now.text = text;
            r->now.sign = quote == '\'' ? TACIT_SIGN_TEXT : TACIT_SIGN_NAME;
            return TACIT_OK;
        }
        at += *at == quote;
        text[n++] = *at;
    }
    return tacit_tie_refuse(r, "a quote is not closed");
}

/* Whether ten bytes read as a date. */
static bool is_date(const char *at)
{
    for (size_t i = 0; i < 10; i++)
        if ((i == 4 || i == 7) ? at[i] != '-' : !isdigit((unsigned char)at[i]))
            return false;
    return true;
}

static tacit_status scan_number(tacit_tie_reader *r)
{
    const char *end = r->at;
    int32_t days = 0;
    if (is_date(r->at)) {
        TACIT_TRY(copy(r, r->at, 10));
        if (!tacit_parse_date(r->now.text, &days))
            return tacit_tie_refuse(r, "a date is none of the calendar");
        r->now.number = days;
        r->at += 10;
        return TACIT_OK;
    }
    while (isdigit((unsigned char)*end) || *end == '.' ||
           ((*end == 'e' || *end == 'E') && end > r->at) ||
           ((*end == '-' || *end == '+') && (end[-1] == 'e' || end[-1] == 'E')))
        end++;
    TACIT_TRY(copy(r, r->at, (size_t)(end - r->at)));
    if (!tacit_parse_real(r->now.text, &r->now.number))
        return tacit_tie_refuse(r, "a number is none");
    r->at = end;
    return TACIT_OK;
}

/* Letters beyond ASCII belong to names. */
static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static tacit_status scan_name(tacit_tie_reader *r)
{
    const char *end = r->at;
    while (is_letter(*end))
        end++;
    TACIT_TRY(copy(r, r->at, (size_t)(end - r->at)));
    r->at = end;
    r->now.sign = TACIT_SIGN_NAME;
    for (size_t i = 0; WORDS[i] != NULL; i++)
        if (strcmp(r->now.text, WORDS[i]) == 0)
            r->now.sign = TACIT_SIGN_WORD;
    return TACIT_OK;
}

static tacit_status scan_mark(tacit_tie_reader *r)
{
    static const char *const two[] = { "<=", ">=", "!=", "<>", "==", NULL };
    r->now.sign = TACIT_SIGN_MARK;
    for (size_t i = 0; two[i] != NULL; i++)
        if (strncmp(r->at, two[i], 2) == 0) {
            r->now.text = two[i];
            r->at += 2;
            return TACIT_OK;
        }
    if (strchr("<>=+-*/(),", *r->at) == NULL)
        return tacit_tie_refuse(r, "it has a sign that is none of the language");
    TACIT_TRY(copy(r, r->at, 1));
    r->at++;
    return TACIT_OK;
}

tacit_status tacit_tie_next(tacit_tie_reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
    r->now = (tacit_tie_token){ .sign = TACIT_SIGN_END, .text = "" };
    if (*r->at == '\0')
        return TACIT_OK;
    if (*r->at == '\'' || *r->at == '"')
        return scan_quoted(r, *r->at);
    if (isdigit((unsigned char)*r->at)) {
        r->now.sign = TACIT_SIGN_NUMBER;
        return scan_number(r);
    }
    return is_letter(*r->at) ? scan_name(r) : scan_mark(r);
}

bool tacit_tie_is(const tacit_tie_reader *r, const char *text)
{
    return (r->now.sign == TACIT_SIGN_WORD || r->now.sign == TACIT_SIGN_MARK) &&
           strcmp(r->now.text, text) == 0;
}

tacit_status tacit_tie_take(tacit_tie_reader *r, const char *text, bool *taken)
{
    *taken = tacit_tie_is(r, text);
    return *taken ? tacit_tie_next(r) : TACIT_OK;
}

tacit_status tacit_tie_expect(tacit_tie_reader *r, const char *text)
{
    char what[64];
    if (tacit_tie_is(r, text))
        return tacit_tie_next(r);
    snprintf(what, sizeof what, "'%s' is missing", text);
    return tacit_tie_refuse(r, what);
}
