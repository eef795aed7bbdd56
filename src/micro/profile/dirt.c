/*
 * dirt.c - what is wrong with the values of a column, and can be repaired when it is read.
 *
 * Texts are folded (small letters, no blanks at the ends, one blank for several) and compared by
 * their hashes.  Numbers such as -9, -99, 999 are codes if they are the least or the greatest
 * and further from the next value than half the range of all others.
 *
 * Missing values are never seen.  O(values).
 */
#include "micro/profile/dirt.h"

#include <math.h>
#include <string.h>

#include <utf8proc.h>

#include "base/hash.h"
#include "base/sort.h"
#include "base/text.h"

/* Longer texts are remarks; more different ones are no categories. */
enum { MOST_BYTES = 200, MOST_VALUES = 20000 };

/* What commonly stands for a missing value; compared without regard to capitals. */
static const char *const MISSING[] = {
    "unknown",   "n/a",         "na",           "none",      "null", "missing", "nan",
    "unbekannt", "k.a.",        "keine angabe", "inconnu",   "?",    "-",       ".",
    "--",        "desconocido", "refused",      "not known", NULL
};

/* The text in small letters with single blanks; its length.  `out` has MOST_BYTES * 4 bytes. */
static size_t fold(const char *text, char *out)
{
    size_t n = 0;
    bool blank = false;
    utf8proc_int32_t c = 0;
    for (size_t bytes = 1; *text != '\0'; text += bytes) {
        const utf8proc_ssize_t read = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &c);
        bytes = read > 0 ? (size_t)read : 1;
        if (*text == ' ' || *text == '\t' || c == 0xa0) {
            blank = n > 0;
            continue;
        }
        if (blank)
            out[n++] = ' ';
        blank = false;
        if (read > 0)
            n += (size_t)utf8proc_encode_char(utf8proc_tolower(c), (utf8proc_uint8_t *)out + n);
        else
            out[n++] = *text;
    }
    out[n] = '\0';
    return n;
}

/* Whether a folded text commonly stands for a missing value. */
static bool is_missing_word(const char *folded)
{
    for (size_t i = 0; MISSING[i] != NULL; i++)
        if (strcmp(folded, MISSING[i]) == 0)
            return true;
    return false;
}

static tacit_status count_alike(tacit_ctx *cx, tacit_keyed *folded, size_t n, tacit_dirt *out)
{
    TACIT_TRY(tacit_sort_keyed(cx, folded, n));
    for (size_t i = 1; i < n; i++)
        out->alike += folded[i].key == folded[i - 1].key;
    return TACIT_OK;
}

tacit_status tacit_dirt_texts(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                              tacit_dirt *out)
{
    char room[4 * MOST_BYTES + 8], unused[TACIT_NUMBER_BYTES];
    tacit_keyed *folded = NULL;
    size_t n = 0;
    if (v->n > MOST_VALUES)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *folded, &folded));
    for (uint32_t k = 0; k < v->n; k++) {
        const char *text = tacit_column_text(c, v->row[k], unused);
        double number;
        if (strlen(text) > MOST_BYTES)
            continue;
        const size_t length = fold(text, room);
        folded[n++].key = tacit_hash_bytes(room, length);
        if (tacit_parse_real(text, &number)) {
            out->numbers += v->count[k];
            continue;
        }
        out->others++;
        if (out->word == NULL && is_missing_word(room))
            out->word = text;
    }
    return count_alike(cx, folded, n, out);
}

/* Whether a number is written with nines alone, -99 or 999, and at least two of them if it is
 * positive. */
static bool is_code(double x)
{
    double nines = 9.0;
    for (int i = 0; i < 9; i++, nines = 10.0 * nines + 9.0)
        if (!(fabs(x) < nines) && !(fabs(x) > nines))
            return x < 0.0 || nines > 10.0;
    return false;
}

/* Whether the first of `n` numbers, or the last, is a code and stands far from the others, of
 * which there are several records. */
static bool first_is_code(const double *x, const uint64_t *count, size_t n, uint64_t all)
{
    return is_code(x[0]) && count[0] + 1 < all && 2.0 * (x[1] - x[0]) > x[n - 1] - x[1];
}

static bool last_is_code(const double *x, const uint64_t *count, size_t n, uint64_t all)
{
    return is_code(x[n - 1]) && count[n - 1] + 1 < all &&
           2.0 * (x[n - 1] - x[n - 2]) > x[n - 2] - x[0];
}

void tacit_dirt_numbers(const double *x, const uint64_t *count, size_t n, tacit_dirt *out)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all += count[i];
    for (size_t k = 0; k < TACIT_DIRT_CODES && n >= 2 && all >= 3; k++) {
        const bool first = first_is_code(x, count, n, all);
        if (!first && !last_is_code(x, count, n, all))
            return;
        const size_t at = first ? 0 : n - 1;
        out->code[k] = x[at];
        out->coded[k] = (size_t)count[at];
        all -= count[at];
        x += first;
        count += first;
        n--;
    }
}
