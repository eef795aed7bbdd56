/*
 * exact.c - the least cost of local suppression under the strict rule.
 *
 * Each record at risk must be blanked at least as far as would do if nobody else blanked
 * anything; the sum of these least costs is a bound.  A way that meets it is the best.
 * Otherwise records are split into parts that do not depend on each other: two depend on each
 * other if they could rely on the same shown combination, and records without risk alone would
 * not be enough for it.  In each part that exceeds its bound a branch and bound over the
 * records goes through all ways that could be cheaper: a record that is not decided yet counts
 * as showing all it can; a way is given up as soon as somebody who is decided has too few, or
 * the cost and the least costs of the others reach what is known.
 *
 * With several promises, or keys that are missing already, records without risk may have to be
 * blanked too; then all records make one part, if there are not too many.
 *
 * The search ends after `nodes` steps; then the bound of the parts not done stays.  With many
 * keys, where not all sets to blank can be listed, nothing is searched.
 */
#include "micro/method/local_suppress/shown.h"

#include <math.h>

#include "base/sort.h"

/* Most records of a part, and of a table whose records make one part. */
enum { MOST_RECORDS = 2000, MOST_WHOLE = 400 };

/* Costs that differ by less are equal. */
#define NEAR 1e-9

/* One record that may be blanked. */
typedef struct variable {
    uint32_t record; /* in the space of records */
    uint32_t part;
    double least; /* cost if nobody else blanks anything */
    uint64_t best, tried;
} variable;

typedef struct branch {
    tacit_suppress_space s; /* one class for each record that may be blanked */
    tacit_shown w;
    uint64_t *mask; /* the empty set first */
    double *cost;
    size_t masks;
    variable *v;
    size_t n;
    uint64_t nodes, most; /* steps done and allowed */
    size_t from, to;      /* the part at hand */
    double best;          /* its least cost so far */
    double *rest;         /* least costs of variable i and those after it in its part */
} branch;

/* ---- the space of records ---- */

/* Whether records without risk never need blanks. */
static bool is_simple(const tacit_suppress_space *s)
{
    bool simple = s->promises == 1;
    for (size_t g = 0; g < s->n && simple; g++)
        simple = (s->missing[g] & s->all) == 0;
    return simple;
}

/* Whether the records of class g are variables. */
static bool is_variable(const tacit_suppress_space *s, bool simple, size_t g)
{
    return !simple || s->size[g] < s->promise[0].k;
}

/* New classes: `first[g]` of class g, one for each record if it is variable. */
static tacit_status number_classes(tacit_ctx *cx, const tacit_suppress_space *s, bool simple,
                                   uint32_t **first, size_t *n)
{
    *n = 0;
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof **first, first));
    for (size_t g = 0; g < s->n; g++) {
        (*first)[g] = (uint32_t)*n;
        *n += is_variable(s, simple, g) ? s->size[g] : 1;
    }
    return TACIT_OK;
}

static tacit_status split(tacit_ctx *cx, const tacit_suppress_space *s, bool simple, branch *b)
{
    uint32_t *first = NULL, *of_row = NULL, *code = NULL, *next = NULL;
    uint64_t *size = NULL, *missing = NULL;
    b->s = *s;
    TACIT_TRY(number_classes(cx, s, simple, &first, &b->s.n));
    TACIT_TRY(tacit_scratch(cx, s->rows, sizeof *of_row, &of_row));
    TACIT_TRY(tacit_scratch(cx, s->n, sizeof *next, &next));
    TACIT_TRY(tacit_scratch(cx, (s->keys + 1) * b->s.n, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *size, &size));
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *missing, &missing));
    for (size_t i = 0; i < s->rows; i++) {
        const size_t g = s->of_row[i];
        const size_t h = first[g] + (is_variable(s, simple, g) ? next[g]++ : 0);
        of_row[i] = (uint32_t)h;
        size[h]++;
        missing[h] = s->missing[g];
        for (size_t j = 0; j <= s->keys; j++)
            code[j * b->s.n + h] = s->code[j * s->n + g];
    }
    b->s.of_row = of_row;
    b->s.code = code;
    b->s.size = size;
    b->s.missing = missing;
    return TACIT_OK;
}

/* ---- variables ---- */

/* The cheapest set that would do if nobody else blanked anything. */
static tacit_status find_least(tacit_ctx *cx, branch *b, variable *v)
{
    bool safe = false;
    for (size_t m = 0; m < b->masks && !safe; m++) {
        if ((b->mask[m] & b->s.missing[v->record]) != 0 && b->mask[m] != b->s.all)
            continue;
        TACIT_TRY(tacit_shown_is_safe(cx, &b->w, v->record, b->mask[m], &safe));
        v->least = tacit_suppress_cost(&b->s, b->mask[m] & ~b->s.missing[v->record]);
    }
    return TACIT_OK;
}

/* The sets to blank, the empty one first. */
static tacit_status list_masks(tacit_ctx *cx, const tacit_suppress_sets *sets, branch *b)
{
    b->masks = sets->n + 1;
    TACIT_TRY(tacit_scratch(cx, b->masks, sizeof *b->mask, &b->mask));
    TACIT_TRY(tacit_scratch(cx, b->masks, sizeof *b->cost, &b->cost));
    for (size_t m = 1; m < b->masks; m++) {
        b->mask[m] = sets->mask[m - 1];
        b->cost[m] = sets->cost[m - 1];
    }
    return TACIT_OK;
}

/* What class h has blanked in `blank` by rows. */
static void read_start(branch *b, const uint64_t *blank, uint64_t *of_class)
{
    for (size_t i = 0; i < b->s.rows; i++)
        of_class[b->s.of_row[i]] = blank[i];
}

static tacit_status list_variables(tacit_ctx *cx, const tacit_suppress_space *s, bool simple,
                                   const uint64_t *blank, branch *b)
{
    uint64_t *of_class = NULL;
    bool *is = NULL;
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *of_class, &of_class));
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *is, &is));
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *b->v, &b->v));
    read_start(b, blank, of_class);
    for (size_t i = 0; i < s->rows; i++)
        is[b->s.of_row[i]] = is_variable(s, simple, s->of_row[i]);
    for (size_t h = 0; h < b->s.n; h++) {
        if (!is[h])
            continue;
        b->v[b->n] =
            (variable){ .record = (uint32_t)h, .part = (uint32_t)b->n, .best = of_class[h] };
        TACIT_TRY(find_least(cx, b, &b->v[b->n++]));
    }
    return TACIT_OK;
}

/* ---- parts ---- */

static uint32_t root_of(variable *v, uint32_t i)
{
    while (v[i].part != i) {
        v[i].part = v[v[i].part].part;
        i = v[i].part;
    }
    return i;
}

/* Join the variables that show the same in a cut, where the others are too few for k. */
static tacit_status join_by(tacit_ctx *cx, branch *b, uint64_t set)
{
    const size_t mark = tacit_scratch_mark(cx);
    uint32_t *of = NULL, *last = NULL;
    uint64_t *all = NULL, *mine = NULL;
    size_t groups = 0;
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *of, &of));
    TACIT_TRY(tacit_suppress_group(cx, &b->s, set, of, &groups));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *all, &all));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *mine, &mine));
    TACIT_TRY(tacit_scratch(cx, groups, sizeof *last, &last));
    for (size_t h = 0; h < b->s.n; h++)
        all[of[h]] += b->s.size[h];
    for (size_t i = 0; i < b->n; i++)
        mine[of[b->v[i].record]]++;
    for (size_t i = 0; i < b->n; i++) {
        const size_t g = of[b->v[i].record];
        const uint64_t k = b->s.promise[0].k;
        if (all[g] < k || all[g] - mine[g] >= k)
            continue;
        if (last[g] != 0)
            b->v[root_of(b->v, (uint32_t)i)].part = root_of(b->v, last[g] - 1);
        last[g] = (uint32_t)i + 1;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Number the parts and sort the variables by part; those that need most come first, records
 * that are alike stay together. */
static tacit_status sort_parts(tacit_ctx *cx, branch *b)
{
    tacit_keyed *by = NULL;
    variable *sorted = NULL;
    TACIT_TRY(tacit_scratch(cx, b->n, sizeof *by, &by));
    TACIT_TRY(tacit_scratch(cx, b->n, sizeof *sorted, &sorted));
    for (size_t i = 0; i < b->n; i++)
        by[i] = (tacit_keyed){ .key = ~tacit_sort_key_real(b->v[i].least), .row = i };
    TACIT_TRY(tacit_sort_keyed(cx, by, b->n));
    for (size_t i = 0; i < b->n; i++)
        by[i].key = root_of(b->v, (uint32_t)by[i].row);
    TACIT_TRY(tacit_sort_keyed(cx, by, b->n));
    for (size_t i = 0; i < b->n; i++) {
        sorted[i] = b->v[by[i].row];
        sorted[i].part = (uint32_t)by[i].key;
    }
    b->v = sorted;
    return TACIT_OK;
}

/* Find the parts, looking at the sets that a record could have blanked in a cheaper way. */
static tacit_status find_parts(tacit_ctx *cx, branch *b, bool simple, double excess)
{
    double most = 0.0;
    for (size_t i = 0; i < b->n; i++) {
        most = fmax(most, b->v[i].least + excess);
        if (!simple)
            b->v[i].part = 0;
    }
    for (size_t m = 1; m < b->masks && simple && b->cost[m] < most; m++) {
        TACIT_TRY(tacit_tick(cx, m, b->masks));
        TACIT_TRY(join_by(cx, b, b->s.all & ~b->mask[m]));
    }
    return sort_parts(cx, b);
}

/* ---- branch and bound ---- */

/* Whether two variables are records with the same values. */
static bool are_alike(const branch *b, size_t i, size_t k)
{
    for (size_t j = 0; j <= b->s.keys; j++)
        if (b->s.code[j * b->s.n + b->v[i].record] != b->s.code[j * b->s.n + b->v[k].record])
            return false;
    return true;
}

static void keep_best(branch *b, double cost)
{
    b->best = cost;
    for (size_t i = b->from; i < b->to; i++)
        b->v[i].best = b->v[i].tried;
}

static tacit_status decide(tacit_ctx *cx, branch *b, size_t i, double cost);

/* Blank set number m in variable i and go on with the next one. */
static tacit_status try_set(tacit_ctx *cx, branch *b, size_t i, size_t m, double cost)
{
    const size_t x = b->v[i].record;
    bool safe = false, broken = false;
    TACIT_TRY(tacit_shown_is_safe(cx, &b->w, x, b->mask[m], &safe));
    if (!safe)
        return TACIT_OK;
    TACIT_TRY(tacit_shown_set(cx, &b->w, x, b->mask[m], &broken));
    if (!broken) {
        TACIT_TRY(tacit_shown_set_idle(cx, &b->w, x, false));
        b->v[i].tried = b->mask[m];
        TACIT_TRY(decide(cx, b, i + 1, cost));
        TACIT_TRY(tacit_shown_set_idle(cx, &b->w, x, true));
    }
    return tacit_shown_set(cx, &b->w, x, 0, &broken);
}

/* Try all sets for variable i, the cost so far being `cost`. */
static tacit_status decide(tacit_ctx *cx, branch *b, size_t i, double cost)
{
    if (i == b->to) {
        keep_best(b, cost);
        return TACIT_OK;
    }
    const uint64_t missing = b->s.missing[b->v[i].record];
    const bool alike = i > b->from && are_alike(b, i, i - 1);
    const double after = i + 1 < b->to ? b->rest[i + 1] : 0.0;
    bool begun = !alike;
    for (size_t m = 0; m < b->masks && b->nodes < b->most; m++) {
        begun |= alike && b->mask[m] == b->v[i - 1].tried;
        if (!begun || ((b->mask[m] & missing) != 0 && b->mask[m] != b->s.all))
            continue;
        const double with = cost + tacit_suppress_cost(&b->s, b->mask[m] & ~missing);
        if (with + after > b->best - NEAR)
            continue;
        if (++b->nodes % 1024 == 0)
            TACIT_TRY(tacit_tick(cx, b->nodes, b->most));
        TACIT_TRY(try_set(cx, b, i, m, with));
    }
    return TACIT_OK;
}

/* Search the part of variables from ... to - 1; adds what no way can do without to `bound`. */
static tacit_status solve_part(tacit_ctx *cx, branch *b, double *bound)
{
    double now = 0.0;
    for (size_t i = b->to; i-- > b->from;) {
        b->rest[i] = b->v[i].least + (i + 1 < b->to ? b->rest[i + 1] : 0.0);
        now += tacit_suppress_cost(&b->s, b->v[i].best);
    }
    b->best = now;
    if (now > b->rest[b->from] + NEAR && b->to - b->from <= MOST_RECORDS)
        TACIT_TRY(decide(cx, b, b->from, 0.0));
    const bool done = b->nodes < b->most && b->to - b->from <= MOST_RECORDS;
    *bound += done || b->best < b->rest[b->from] + NEAR ? b->best : b->rest[b->from];
    return TACIT_OK;
}

static tacit_status solve_parts(tacit_ctx *cx, branch *b, double *bound)
{
    TACIT_TRY(tacit_scratch(cx, b->n + 1, sizeof *b->rest, &b->rest));
    for (size_t i = 0; i < b->n; i++)
        TACIT_TRY(tacit_shown_set_idle(cx, &b->w, b->v[i].record, true));
    *bound = 0.0;
    for (b->from = 0; b->from < b->n; b->from = b->to) {
        b->to = b->from + 1;
        while (b->to < b->n && b->v[b->to].part == b->v[b->from].part)
            b->to++;
        TACIT_TRY(solve_part(cx, b, bound));
    }
    return TACIT_OK;
}

static tacit_status solve(tacit_ctx *cx, const tacit_suppress_space *s,
                          const tacit_suppress_sets *sets, tacit_suppression *out, branch *b)
{
    const bool simple = is_simple(s);
    double cost = 0.0, least = 0.0;
    uint64_t *of_class = NULL;
    TACIT_TRY(split(cx, s, simple, b));
    TACIT_TRY(tacit_shown_new(cx, &b->s, &b->w));
    TACIT_TRY(list_masks(cx, sets, b));
    TACIT_TRY(list_variables(cx, s, simple, out->blank, b));
    for (size_t i = 0; i < b->n; i++) {
        cost += tacit_suppress_cost(s, b->v[i].best);
        least += b->v[i].least;
    }
    TACIT_TRY(find_parts(cx, b, simple, cost - least));
    TACIT_TRY(solve_parts(cx, b, &out->bound));
    TACIT_TRY(tacit_scratch(cx, b->s.n, sizeof *of_class, &of_class));
    for (size_t i = 0; i < b->n; i++)
        of_class[b->v[i].record] = b->v[i].best;
    for (size_t i = 0; i < s->rows; i++)
        out->blank[i] = of_class[b->s.of_row[i]] & ~s->missing[s->of_row[i]];
    return TACIT_OK;
}

tacit_status tacit_suppress_exact(tacit_ctx *cx, const tacit_suppress_space *s, bool wildcard,
                                  uint64_t nodes, tacit_suppression *out)
{
    tacit_suppress_sets sets = { 0 };
    branch b = { .most = nodes };
    if (wildcard)
        return tacit_suppress_exact_wildcard(cx, s, nodes, out);
    TACIT_TRY(tacit_suppress_masks(cx, s, &sets));
    if (!sets.all || (s->rows > MOST_WHOLE && !is_simple(s)))
        return TACIT_OK;
    return solve(cx, s, &sets, out, &b);
}
