/*
 * compare.c - how a column of one table is compared with a column of another.
 *
 * Equal texts are found by their dictionary; numbers within a bound are a run of sorted
 * values, found by two pointers that only move up; texts are compared value by value, once
 * for each distinct pair, skipping what a bound on the similarity excludes.  A number that
 * is not whole is compared as it is stored: |x - y| <= bound in double precision.
 * Missing values: the missing level.
 */
#include "micro/linkage/compare.h"

#include <math.h>
#include <string.h>

#include "micro/linkage/strings.h"
#include "stats/moments.h"
#include "table/values.h"

const char *const TACIT_COMPARATORS[] = { "exact",       "number",  "date",    "jaro_winkler",
                                          "levenshtein", "damerau", "soundex", NULL };

/* Distinct pairs of texts that one comparison looks at. */
static const double MOST_TEXT_PAIRS = 4e10;

/* Both sides numbered. */
typedef struct sides {
    const tacit_comparison *c;
    tacit_values a, b;
    uint8_t levels;
} sides;

static bool is_text(tacit_comparator how)
{
    return how >= TACIT_COMPARE_JARO_WINKLER;
}

/* ---- checks ---- */

static tacit_status check_types(tacit_ctx *cx, const tacit_comparison *c)
{
    const tacit_type a = tacit_column_type(c->a), b = tacit_column_type(c->b);
    const bool same = a == b || ((a | b) & ~(unsigned)TACIT_TYPE_NUMBER) == 0;
    const unsigned wanted = is_text(c->how)                  ? TACIT_TYPE_CATEGORY
                            : c->how == TACIT_COMPARE_DATE   ? TACIT_TYPE_DATE
                            : c->how == TACIT_COMPARE_NUMBER ? TACIT_TYPE_NUMBER
                                                             : TACIT_TYPE_ANY;
    if (!same)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Column '%s' is of type %s in one file and %s in the other.",
                          tacit_column_name(c->a), tacit_type_name(a), tacit_type_name(b));
    if ((a & wanted) == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Column '%s' of type %s cannot be compared by %s.",
                          tacit_column_name(c->a), tacit_type_name(a), TACIT_COMPARATORS[c->how]);
    return TACIT_OK;
}

/* Bounds go from strict to loose. */
static tacit_status check_bounds(tacit_ctx *cx, const tacit_comparison *c)
{
    const bool none = c->how == TACIT_COMPARE_EXACT || c->how == TACIT_COMPARE_SOUNDEX;
    const bool down = c->how == TACIT_COMPARE_JARO_WINKLER;
    bool good = none || (c->n >= 1 && c->n <= TACIT_LEVELS_MAX - 2);
    for (size_t i = 0; good && !none && i < c->n; i++) {
        good = c->bound[i] >= 0.0 && (!down || c->bound[i] <= 1.0);
        if (good && i > 0)
            good = down ? c->bound[i] < c->bound[i - 1] : c->bound[i] > c->bound[i - 1];
    }
    if (good)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "Comparing column '%s' by %s needs 1 to %d bounds from the strictest to the "
                      "loosest.",
                      tacit_column_name(c->a), TACIT_COMPARATORS[c->how], TACIT_LEVELS_MAX - 2);
}

static uint8_t levels_of(const tacit_comparison *c)
{
    if (c->how == TACIT_COMPARE_EXACT)
        return 2;
    if (c->how == TACIT_COMPARE_SOUNDEX)
        return 3;
    return (uint8_t)(c->n + (is_text(c->how) ? 2 : 1));
}

/* Room for the runs of each value: `from` holds their numbers, moved one up. */
static tacit_status make_room(tacit_ctx *cx, size_t *from, uint32_t n, tacit_run **run)
{
    for (size_t v = 0; v < n; v++)
        from[v + 1] += from[v];
    return tacit_scratch(cx, from[n], sizeof **run, run);
}

/* ---- equal texts ---- */

static tacit_status equal_texts(tacit_ctx *cx, const sides *s, size_t *from, tacit_run **run)
{
    const tacit_dict *of_a = tacit_column_dict(s->c->a), *of_b = tacit_column_dict(s->c->b);
    const uint32_t *code_a = tacit_column_codes(s->c->a), *code_b = tacit_column_codes(s->c->b);
    uint32_t *value = NULL, *equal = NULL; /* of each code of b; of each value of a */
    const uint32_t codes = tacit_dict_size(of_b);
    TACIT_TRY(tacit_scratch(cx, (size_t)codes + 1, sizeof *value, &value));
    TACIT_TRY(tacit_scratch(cx, s->a.n, sizeof *equal, &equal));
    for (uint32_t c = 0; c <= codes; c++)
        value[c] = s->b.n;
    for (uint32_t w = 0; w < s->b.n; w++)
        value[code_b[s->b.row[w]]] = w;
    for (uint32_t v = 0; v < s->a.n; v++) {
        const uint32_t code = code_a[s->a.row[v]];
        equal[v] = value[of_a == of_b ? code : tacit_dict_find(of_b, tacit_dict_text(of_a, code))];
        from[v + 1] = equal[v] < s->b.n;
    }
    TACIT_TRY(make_room(cx, from, s->a.n, run));
    for (uint32_t v = 0; v < s->a.n; v++)
        if (from[v + 1] > from[v])
            (*run)[from[v]] = (tacit_run){ equal[v], equal[v] + 1, 1 };
    return TACIT_OK;
}

/* ---- numbers ---- */

static tacit_status sorted_numbers(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                                   double **out)
{
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof **out, out));
    for (uint32_t i = 0; i < v->n; i++)
        (*out)[i] = tacit_column_number(c, v->row[i]);
    return TACIT_OK;
}

/* The run of b's values within `bound` of each value of a. */
static void find_windows(const double *a, uint32_t n_a, const double *b, uint32_t n_b, double bound,
                         tacit_run *out)
{
    uint32_t low = 0, high = 0;
    for (uint32_t v = 0; v < n_a; v++) {
        while (low < n_b && a[v] - b[low] > bound)
            low++;
        high = high < low ? low : high;
        while (high < n_b && b[high] - a[v] <= bound)
            high++;
        out[v] = (tacit_run){ low, high, 1 };
    }
}

static tacit_status near_numbers(tacit_ctx *cx, const sides *s, size_t *from, tacit_run **run)
{
    const double exact = 0.0, *bound = s->c->how == TACIT_COMPARE_EXACT ? &exact : s->c->bound;
    const size_t bounds = (size_t)s->levels - 1;
    double *a = NULL, *b = NULL;
    tacit_run *window = NULL; /* by bound, then value */
    TACIT_TRY(sorted_numbers(cx, s->c->a, &s->a, &a));
    TACIT_TRY(sorted_numbers(cx, s->c->b, &s->b, &b));
    TACIT_TRY(tacit_scratch(cx, bounds * s->a.n, sizeof *window, &window));
    for (size_t i = 0; i < bounds; i++)
        find_windows(a, s->a.n, b, s->b.n, bound[i], window + i * s->a.n);
    for (size_t i = 0; i < bounds; i++)
        for (uint32_t v = 0; v < s->a.n; v++)
            from[v + 1] += window[i * s->a.n + v].low < window[i * s->a.n + v].high;
    TACIT_TRY(make_room(cx, from, s->a.n, run));
    for (uint32_t v = 0; v < s->a.n; v++) {
        size_t at = from[v];
        for (size_t i = bounds; i-- > 0;) /* the widest first: by `low` */
            if (window[i * s->a.n + v].low < window[i * s->a.n + v].high)
                (*run)[at++] = window[i * s->a.n + v];
    }
    return TACIT_OK;
}

/* ---- texts that are alike ---- */

/* The letters and Soundex codes of the distinct texts of a side. */
typedef struct texts {
    tacit_letters *letters;
    char (*soundex)[5];
    uint32_t n;
} texts;

static tacit_status read_texts(tacit_ctx *cx, const tacit_column *c, const tacit_values *v,
                               texts *out)
{
    const tacit_dict *d = tacit_column_dict(c);
    const uint32_t *code = tacit_column_codes(c);
    out->n = v->n;
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *out->letters, &out->letters));
    TACIT_TRY(tacit_scratch(cx, v->n, sizeof *out->soundex, &out->soundex));
    for (uint32_t i = 0; i < v->n; i++) {
        const uint32_t at = code[v->row[i]];
        TACIT_TRY(tacit_letters_of(cx, tacit_dict_text(d, at), tacit_dict_length(d, at),
                                   &out->letters[i]));
        tacit_soundex(&out->letters[i], out->soundex[i]);
    }
    return TACIT_OK;
}

static bool are_equal(const tacit_letters *a, const tacit_letters *b)
{
    return a->n == b->n && a->set == b->set && memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}

/* Level by similarity: one for each bound that is reached, from the loosest on. */
static uint32_t similar_level(const tacit_comparison *c, const tacit_letters *a,
                              const tacit_letters *b)
{
    uint32_t level = 0;
    if (tacit_jaro_winkler_bound(a, b) < c->bound[c->n - 1])
        return 0;
    const double similarity = tacit_jaro_winkler(a, b);
    while (level < c->n && similarity >= c->bound[c->n - 1 - level])
        level++;
    return level;
}

static uint32_t edit_level(const tacit_comparison *c, const tacit_letters *a,
                           const tacit_letters *b)
{
    const double most = fmin(floor(c->bound[c->n - 1]), TACIT_LETTERS_MAX);
    const uint32_t edits = tacit_edits(a, b, c->how == TACIT_COMPARE_DAMERAU, (uint32_t)most);
    uint32_t level = 0;
    while (level < c->n && edits <= c->bound[c->n - 1 - level])
        level++;
    return level;
}

static uint32_t text_level(const sides *s, const texts *a, uint32_t v, const texts *b, uint32_t w)
{
    if (are_equal(&a->letters[v], &b->letters[w]))
        return s->levels - 1u;
    if (s->c->how == TACIT_COMPARE_SOUNDEX)
        return a->soundex[v][0] != '\0' && memcmp(a->soundex[v], b->soundex[w], 4) == 0;
    if (s->c->how == TACIT_COMPARE_JARO_WINKLER)
        return similar_level(s->c, &a->letters[v], &b->letters[w]);
    return edit_level(s->c, &a->letters[v], &b->letters[w]);
}

/* The runs of value v, or only their number if `out` is NULL. */
static size_t text_runs(const sides *s, const texts *a, uint32_t v, const texts *b, tacit_run *out)
{
    size_t n = 0;
    for (uint32_t w = 0; w < b->n; w++) {
        const uint32_t level = text_level(s, a, v, b, w);
        if (level > 0 && out != NULL)
            out[n] = (tacit_run){ w, w + 1, level };
        n += level > 0;
    }
    return n;
}

static tacit_status alike_texts(tacit_ctx *cx, const sides *s, size_t *from, tacit_run **run)
{
    texts a, b;
    if ((double)s->a.n * (double)s->b.n > MOST_TEXT_PAIRS)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has too many distinct texts to compare by %s; compare it "
                          "exactly.",
                          tacit_column_name(s->c->a), TACIT_COMPARATORS[s->c->how]);
    TACIT_TRY(read_texts(cx, s->c->a, &s->a, &a));
    TACIT_TRY(read_texts(cx, s->c->b, &s->b, &b));
    TACIT_TRY(tacit_tick(cx, 0, 2));
#pragma omp parallel for schedule(dynamic, 16)
    for (uint32_t v = 0; v < a.n; v++)
        from[v + 1] = text_runs(s, &a, v, &b, NULL);
    TACIT_TRY(tacit_tick(cx, 1, 2));
    TACIT_TRY(make_room(cx, from, a.n, run));
    tacit_run *const room = *run;
#pragma omp parallel for schedule(dynamic, 16)
    for (uint32_t v = 0; v < a.n; v++)
        if (from[v + 1] > from[v])
            (void)text_runs(s, &a, v, &b, room + from[v]);
    return TACIT_OK;
}

/* ---- fields ---- */

static bool at_most_one(const size_t *from, const tacit_run *run, uint32_t n)
{
    for (size_t r = 0; r < from[n]; r++)
        if (run[r].high - run[r].low != 1)
            return false;
    return true;
}

tacit_status tacit_compare_columns(tacit_ctx *cx, const tacit_comparison *c, tacit_link_field *out)
{
    sides s = { .c = c, .levels = levels_of(c) };
    size_t *from = NULL;
    tacit_run *run = NULL;
    TACIT_TRY(check_types(cx, c));
    TACIT_TRY(check_bounds(cx, c));
    TACIT_TRY(tacit_values_of(cx, c->a, &s.a));
    if (c->a == c->b)
        s.b = s.a;
    else
        TACIT_TRY(tacit_values_of(cx, c->b, &s.b));
    TACIT_TRY(tacit_scratch(cx, (size_t)s.a.n + 1, sizeof *from, &from));
    if (is_text(c->how))
        TACIT_TRY(alike_texts(cx, &s, from, &run));
    else if (tacit_column_type(c->a) == TACIT_TYPE_CATEGORY)
        TACIT_TRY(equal_texts(cx, &s, from, &run));
    else
        TACIT_TRY(near_numbers(cx, &s, from, &run));
    *out =
        (tacit_link_field){ .name = tacit_column_name(c->a),
                            .levels = s.levels,
                            .exact = c->how == TACIT_COMPARE_EXACT && at_most_one(from, run, s.a.n),
                            .n_a = s.a.n,
                            .n_b = s.b.n,
                            .a = s.a.of,
                            .b = s.b.of,
                            .from = from,
                            .run = run };
    return TACIT_OK;
}

tacit_status tacit_compare_near(tacit_ctx *cx, const tacit_near_spec *spec, tacit_link_field *out)
{
    const bool date = tacit_column_type(spec->a) == TACIT_TYPE_DATE;
    tacit_comparison c = { .a = spec->a, .b = spec->b };
    double *x = NULL, *bound = NULL;
    size_t n = 0;
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(check_types(cx, &c));
    TACIT_TRY(tacit_column_present(cx, spec->scale, &x, &n));
    const double sd = tacit_moments_of(x, n).sd;
    tacit_scratch_release(cx, mark);
    if (sd > 0.0) {
        TACIT_TRY(tacit_scratch(cx, spec->n, sizeof *bound, &bound));
        for (size_t i = 0; i < spec->n; i++)
            bound[i] = spec->tolerance[i] * sd;
        c.how = date ? TACIT_COMPARE_DATE : TACIT_COMPARE_NUMBER;
        c.n = spec->n;
        c.bound = bound;
    }
    return tacit_compare_columns(cx, &c, out);
}
