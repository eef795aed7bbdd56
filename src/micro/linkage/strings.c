/*
 * strings.c - how alike two texts are.
 *
 * Jaro: letters match if they are equal and at most max(|a|, |b|) / 2 - 1 places apart,
 * each used once, from left to right; with m matches of which t stand in another order
 * (half of them counted, rounded down) the similarity is (m/|a| + m/|b| + (m - t/2)/m) / 3.
 * Winkler adds 0.1 * (common prefix up to 4) * (1 - similarity), whatever the similarity.
 * O(|a| |b|) in the worst case, on the stack.
 */
#include "micro/linkage/strings.h"

#include <utf8proc.h>

enum { PREFIX = 4, SET_BITS = 64, BYTE = 0x110000 };

static const double PREFIX_WEIGHT = 0.1;

/* ---- letters ---- */

/* Code points one by one; a byte that is no UTF-8 becomes a letter beyond Unicode. */
static uint32_t decode(const char *text, size_t n, int32_t *out)
{
    uint32_t letters = 0;
    for (size_t at = 0; at < n && letters < TACIT_LETTERS_MAX; letters++) {
        const utf8proc_uint8_t *from = (const utf8proc_uint8_t *)text + at;
        utf8proc_int32_t c = 0;
        const utf8proc_ssize_t used = utf8proc_iterate(from, (utf8proc_ssize_t)(n - at), &c);
        out[letters] = used > 0 ? c : BYTE + *from;
        at += used > 0 ? (size_t)used : 1;
    }
    return letters;
}

static bool is_ascii(const int32_t *at, uint32_t n)
{
    int32_t any = 0;
    for (uint32_t i = 0; i < n; i++)
        any |= at[i];
    return any < 0x80;
}

/* Decompose each letter, then compose; as it is if some byte is no UTF-8 or it grows too long. */
static uint32_t normalise(int32_t *at, uint32_t n)
{
    const utf8proc_option_t options = UTF8PROC_COMPOSE | UTF8PROC_STABLE;
    int32_t whole[TACIT_LETTERS_MAX];
    int boundary = 0;
    uint32_t made = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (at[i] >= BYTE)
            return n;
        const utf8proc_ssize_t parts = utf8proc_decompose_char(
            at[i], whole + made, (utf8proc_ssize_t)(TACIT_LETTERS_MAX - made), options, &boundary);
        if (parts < 0 || made + (uint32_t)parts > TACIT_LETTERS_MAX)
            return n;
        made += (uint32_t)parts;
    }
    const utf8proc_ssize_t composed =
        utf8proc_normalize_utf32(whole, (utf8proc_ssize_t)made, options);
    if (composed < 0)
        return n;
    for (utf8proc_ssize_t i = 0; i < composed; i++)
        at[i] = whole[i];
    return (uint32_t)composed;
}

tacit_status tacit_letters_of(tacit_ctx *cx, const char *text, size_t n, tacit_letters *out)
{
    int32_t room[TACIT_LETTERS_MAX], *at = NULL;
    uint32_t letters = decode(text, n, room);
    if (!is_ascii(room, letters))
        letters = normalise(room, letters);
    TACIT_TRY(tacit_scratch(cx, letters, sizeof *at, &at));
    *out = (tacit_letters){ .at = at, .n = letters };
    for (uint32_t i = 0; i < letters; i++) {
        at[i] = room[i];
        out->set |= UINT64_C(1) << (room[i] % SET_BITS);
    }
    return TACIT_OK;
}

/* ---- Jaro and Winkler ---- */

/* Mark the letters that match; the number of matches. */
static uint32_t match(const tacit_letters *a, const tacit_letters *b, bool *in_a, bool *in_b)
{
    const uint32_t longest = a->n > b->n ? a->n : b->n;
    const uint32_t reach = longest > 3 ? longest / 2 - 1 : 0;
    uint32_t matches = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const uint32_t end = i + reach + 1 < b->n ? i + reach + 1 : b->n;
        uint32_t j = i > reach ? i - reach : 0;
        while (j < end && (in_b[j] || b->at[j] != a->at[i]))
            j++;
        if (j < end) {
            in_a[i] = in_b[j] = true;
            matches++;
        }
    }
    return matches;
}

/* Matched letters that stand in another order. */
static uint32_t disorder(const tacit_letters *a, const tacit_letters *b, const bool *in_a,
                         const bool *in_b)
{
    uint32_t out = 0;
    for (uint32_t i = 0, j = 0; i < a->n; i++) {
        if (!in_a[i])
            continue;
        while (!in_b[j])
            j++;
        out += a->at[i] != b->at[j++];
    }
    return out;
}

static double jaro_of(double matches, double swaps, const tacit_letters *a, const tacit_letters *b)
{
    return (matches / a->n + matches / b->n + (matches - swaps) / matches) / 3.0;
}

double tacit_jaro(const tacit_letters *a, const tacit_letters *b)
{
    bool in_a[TACIT_LETTERS_MAX], in_b[TACIT_LETTERS_MAX];
    if (a->n == 0 && b->n == 0)
        return 1.0;
    for (uint32_t i = 0; i < a->n; i++)
        in_a[i] = false;
    for (uint32_t j = 0; j < b->n; j++)
        in_b[j] = false;
    const uint32_t matches = match(a, b, in_a, in_b);
    if (matches == 0)
        return 0.0;
    return jaro_of(matches, disorder(a, b, in_a, in_b) / 2, a, b);
}

/* Raise a similarity for common first letters. */
static double raise_prefix(double jaro, const tacit_letters *a, const tacit_letters *b)
{
    uint32_t prefix = 0;
    while (prefix < PREFIX && prefix < a->n && prefix < b->n && a->at[prefix] == b->at[prefix])
        prefix++;
    return jaro + PREFIX_WEIGHT * prefix * (1.0 - jaro);
}

double tacit_jaro_winkler(const tacit_letters *a, const tacit_letters *b)
{
    return raise_prefix(tacit_jaro(a, b), a, b);
}

/* Kinds of letters that x has and y has not. */
static uint32_t alone(const tacit_letters *x, const tacit_letters *y)
{
    return (uint32_t)__builtin_popcountll(x->set & ~y->set);
}

double tacit_jaro_winkler_bound(const tacit_letters *a, const tacit_letters *b)
{
    const uint32_t from_a = a->n - alone(a, b), from_b = b->n - alone(b, a);
    const uint32_t most = from_a < from_b ? from_a : from_b;
    if (a->n == 0 || b->n == 0)
        return 1.0;
    return most == 0 ? 0.0 : raise_prefix(jaro_of(most, 0.0, a, b), a, b);
}

/* ---- edits ---- */

static uint32_t least(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

/* Three rows of the table of distances: before the last, last, this. */
typedef struct edit_rows {
    uint32_t row[3][TACIT_LETTERS_MAX + 1];
} edit_rows;

/* Fill the row of letter i of `a` (from 0); its least entry. */
static uint32_t fill_row(const tacit_letters *a, const tacit_letters *b, uint32_t i, bool swaps,
                         edit_rows *r)
{
    const uint32_t *before = r->row[i % 3], *last = r->row[(i + 1) % 3];
    uint32_t *now = r->row[(i + 2) % 3];
    uint32_t smallest = now[0] = i + 1;
    for (uint32_t j = 0; j < b->n; j++) {
        uint32_t d = last[j] + (a->at[i] != b->at[j]);
        d = least(d, least(last[j + 1], now[j]) + 1);
        if (swaps && i > 0 && j > 0 && a->at[i] == b->at[j - 1] && a->at[i - 1] == b->at[j])
            d = least(d, before[j - 1] + 1);
        now[j + 1] = d;
        smallest = least(smallest, d);
    }
    return smallest;
}

uint32_t tacit_edits(const tacit_letters *a, const tacit_letters *b, bool swaps, uint32_t most)
{
    edit_rows r;
    const uint32_t apart = a->n > b->n ? a->n - b->n : b->n - a->n;
    if (apart > most || alone(a, b) > most || alone(b, a) > most)
        return most + 1;
    for (uint32_t j = 0; j <= b->n; j++)
        r.row[1][j] = j;
    uint32_t smallest = 0, before = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        before = smallest;
        smallest = fill_row(a, b, i, swaps, &r);
        if (smallest > most && before > most)
            return most + 1;
    }
    return least(r.row[(a->n + 1) % 3][b->n], most + 1);
}

/* ---- Soundex ---- */

/* The digit of a letter: 0 for a vowel or y, - for h and w, which do not part equal ones. */
static char digit_of(char c)
{
    static const char DIGITS[] = "0123012-02245501262301-202";
    TACIT_ASSERT(c >= 'A' && c <= 'Z');
    return DIGITS[c - 'A'];
}

static char upper(int32_t c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return c >= 'A' && c <= 'Z' ? (char)c : '\0';
}

void tacit_soundex(const tacit_letters *a, char out[5])
{
    uint32_t made = 0;
    char last = '0';
    for (uint32_t i = 0; i < a->n && made < 4; i++) {
        const char c = upper(a->at[i]);
        if (c == '\0')
            continue;
        const char digit = digit_of(c);
        if (made == 0)
            out[made++] = c;
        else if (digit != '0' && digit != '-' && digit != last)
            out[made++] = digit;
        last = digit == '-' ? last : digit;
    }
    while (made > 0 && made < 4)
        out[made++] = '0';
    out[made] = '\0';
}
