/*
 * homes.c - who belongs together, in which role and order.
 *
 * The head is the role that every household has exactly once, unless the plan names it.  After the
 * plan's order come roles that no household has twice, then the others, the commonest first.  A
 * role that fewer households have than a leaf must hold is learnt together with other rare ones,
 * and those together with the last of the others if they are still too few.
 * O(records * columns), and sorting.
 */
#include <string.h>

#include "base/sort.h"
#include "synth/household/own.h"
#include "table/values.h"

/* What is known of the values of the relation. */
typedef struct roles {
    uint32_t n;
    const uint32_t *of; /* of each record */
    size_t *homes;      /* how many households have each ... */
    size_t *most;       /* ... and how many members with it one has at most */
    size_t *records;
    size_t *named;      /* where the plan names it; SIZE_MAX if it does not */
    uint32_t *rank;     /* of each in the order in which members are made */
    uint32_t *class_of; /* of each */
} roles;

/* ---- who belongs together ---- */

static tacit_status group(tacit_ctx *cx, tacit_home_plan *h)
{
    const tacit_column *id = tacit_table_column(h->spec->people.data, h->spec->household);
    const size_t rows = tacit_column_length(id);
    tacit_values v;
    if (tacit_column_missing(id) > 0)
        return tacit_fail(cx, TACIT_ERR_DATA,
                          "Column '%s' has %zu missing values; every record needs its household.",
                          tacit_column_name(id), tacit_column_missing(id));
    TACIT_TRY(tacit_values_of(cx, id, &v));
    h->n = v.n;
    h->of = v.of;
    TACIT_TRY(tacit_scratch(cx, h->n + 1, sizeof *h->first, &h->first));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *h->member, &h->member));
    for (size_t g = 0; g < h->n; g++) {
        h->first[g + 1] = h->first[g] + (size_t)v.count[g];
        h->largest = v.count[g] > h->largest ? (size_t)v.count[g] : h->largest;
    }
    size_t *next = NULL;
    TACIT_TRY(tacit_scratch(cx, h->n, sizeof *next, &next));
    for (size_t i = 0; i < rows; i++)
        h->member[h->first[v.of[i]] + next[v.of[i]]++] = (uint32_t)i;
    return TACIT_OK;
}

/* ---- roles ---- */

/* Without a relation, the first of a household is its head and all others are alike. */
static tacit_status number_roles(tacit_ctx *cx, const tacit_home_plan *h, roles *r)
{
    const tacit_table *data = h->spec->people.data;
    uint32_t *of = NULL;
    tacit_values v;
    if (h->spec->relation < tacit_table_columns(data)) {
        const tacit_column *c = tacit_table_column(data, h->spec->relation);
        if (tacit_column_missing(c) > 0)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Column '%s' has %zu missing values; every member of a household "
                              "needs a role.",
                              tacit_column_name(c), tacit_column_missing(c));
        TACIT_TRY(tacit_values_of(cx, c, &v));
        r->n = v.n;
        r->of = v.of;
        return TACIT_OK;
    }
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(data), sizeof *of, &of));
    for (size_t i = 0; i < tacit_table_rows(data); i++)
        of[i] = h->member[h->first[h->of[i]]] != i;
    r->n = h->largest > 1 ? 2 : 1;
    r->of = of;
    return TACIT_OK;
}

/* Count who has each role. */
static tacit_status count_roles(tacit_ctx *cx, const tacit_home_plan *h, roles *r)
{
    size_t *here = NULL;
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *here, &here));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->homes, &r->homes));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->most, &r->most));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->records, &r->records));
    for (size_t g = 0; g < h->n; g++) {
        for (size_t k = h->first[g]; k < h->first[g + 1]; k++) {
            const uint32_t v = r->of[h->member[k]];
            r->homes[v] += here[v]++ == 0;
            r->records[v]++;
            r->most[v] = here[v] > r->most[v] ? here[v] : r->most[v];
        }
        for (size_t k = h->first[g]; k < h->first[g + 1]; k++)
            here[r->of[h->member[k]]] = 0;
    }
    return TACIT_OK;
}

/* Where the plan names each role; fails if it names one that nobody has. */
static tacit_status find_named(tacit_ctx *cx, const tacit_home_plan *h, roles *r)
{
    const tacit_household_spec *s = h->spec;
    const size_t rows = tacit_table_rows(s->people.data);
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->named, &r->named));
    for (uint32_t v = 0; v < r->n; v++)
        r->named[v] = SIZE_MAX;
    if (s->relation == tacit_table_columns(s->people.data))
        r->named[0] = 0;
    for (size_t k = 0; k < s->roles; k++) {
        const tacit_column *c = tacit_table_column(s->people.data, s->relation);
        char room[32];
        size_t i = 0;
        while (i < rows && strcmp(tacit_column_text(c, i, room), s->role[k]) != 0)
            i++;
        if (i == rows)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'roles' names '%s', which nobody is in column '%s'.", s->role[k],
                              tacit_column_name(c));
        r->named[r->of[i]] = k;
    }
    return TACIT_OK;
}

static bool is_head(const tacit_home_plan *h, const roles *r, uint32_t v)
{
    return r->homes[v] == h->n && r->most[v] == 1;
}

/* Fail unless every household has one head, and it is plain who. */
static tacit_status check_head(tacit_ctx *cx, const tacit_home_plan *h, const roles *r)
{
    size_t candidates = 0;
    for (uint32_t v = 0; v < r->n; v++) {
        candidates += is_head(h, r, v);
        if (r->named[v] != 0)
            continue;
        if (r->homes[v] < h->n)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "%zu of %zu households have no head: nobody in them is '%s'.",
                              h->n - r->homes[v], h->n, h->spec->role[0]);
        if (r->most[v] > 1)
            return tacit_fail(cx, TACIT_ERR_DATA,
                              "Some households have several heads: %zu persons are '%s' in %zu "
                              "households.",
                              r->records[v], h->spec->role[0], h->n);
        return TACIT_OK;
    }
    if (candidates == 1)
        return TACIT_OK;
    return tacit_fail(
        cx, TACIT_ERR_DATA,
        candidates == 0 ? "No role is there exactly once in every household, so some have no head "
                          "or several; name the head first under 'roles' to see how many."
                        : "Several roles are there exactly once in every household; name the head "
                          "first under 'roles'.");
}

/* What decides which role comes first. */
typedef struct ordering {
    const tacit_home_plan *h;
    const roles *r;
} ordering;

static bool comes_first(const void *user, uint32_t a, uint32_t b)
{
    const ordering *o = user;
    const roles *r = o->r;
    const bool heads[] = { is_head(o->h, r, a), is_head(o->h, r, b) };
    if (r->named[a] != r->named[b])
        return r->named[a] < r->named[b];
    if (heads[0] != heads[1])
        return heads[0];
    if ((r->most[a] == 1) != (r->most[b] == 1))
        return r->most[a] == 1;
    return r->records[a] >= r->records[b];
}

/* How many households have a member of a class. */
static size_t count_homes(const tacit_home_plan *h, const roles *r, uint32_t class_of)
{
    size_t n = 0;
    for (size_t g = 0; g < h->n; g++) {
        size_t k = h->first[g];
        while (k < h->first[g + 1] && r->class_of[r->of[h->member[k]]] != class_of)
            k++;
        n += k < h->first[g + 1];
    }
    return n;
}

/* Roles to classes, by their ranks. */
static tacit_status classify(tacit_ctx *cx, tacit_home_plan *h, roles *r)
{
    const ordering o = { h, r };
    uint32_t *order = NULL, n = 0;
    bool rare = false;
    TACIT_TRY(tacit_sort_by(cx, r->n, comes_first, &o, &order));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->rank, &r->rank));
    TACIT_TRY(tacit_scratch(cx, r->n, sizeof *r->class_of, &r->class_of));
    for (uint32_t k = 0; k < r->n; k++) {
        const uint32_t v = order[k];
        const bool own = k == 0 || r->homes[v] >= h->bucket;
        r->rank[v] = k;
        r->class_of[v] = own ? n++ : UINT32_MAX;
        rare = rare || !own;
    }
    if (rare && n > 1 && count_homes(h, r, UINT32_MAX) < h->bucket)
        n--;
    for (uint32_t v = 0; v < r->n; v++)
        r->class_of[v] = r->class_of[v] == UINT32_MAX ? n : r->class_of[v];
    h->classes = n + rare;
    return TACIT_OK;
}

/* ---- order ---- */

typedef struct member_order {
    const tacit_home_plan *h;
    const tacit_column *age; /* or NULL */
} member_order;

/* Whether record a comes before b, or with it, of one household. */
static bool is_before(const member_order *o, uint32_t a, uint32_t b)
{
    const uint32_t *class_of = o->h->class_of;
    if (class_of[a] != class_of[b])
        return class_of[a] < class_of[b];
    if (o->age == NULL || tacit_column_is_missing(o->age, b))
        return a <= b;
    if (tacit_column_is_missing(o->age, a))
        return false;
    return tacit_column_number(o->age, a) >= tacit_column_number(o->age, b);
}

/* Put the members of each household in order: households are small. */
static tacit_status order_members(tacit_ctx *cx, tacit_home_plan *h)
{
    const tacit_table *data = h->spec->people.data;
    const member_order o = { h, h->spec->age < tacit_table_columns(data)
                                    ? tacit_table_column(data, h->spec->age)
                                    : NULL };
    const size_t rows = tacit_table_rows(data);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *h->place, &h->place));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *h->at, &h->at));
    for (size_t g = 0; g < h->n; g++)
        for (size_t k = h->first[g]; k < h->first[g + 1]; k++) {
            const uint32_t own = h->member[k];
            size_t to = k;
            for (; to > h->first[g] && !is_before(&o, h->member[to - 1], own); to--)
                h->member[to] = h->member[to - 1];
            h->member[to] = own;
        }
    for (size_t g = 0; g < h->n; g++)
        for (size_t k = h->first[g]; k < h->first[g + 1]; k++) {
            const uint32_t i = h->member[k];
            const bool more = k > h->first[g] && h->class_of[h->member[k - 1]] == h->class_of[i];
            h->place[i] = more ? h->place[h->member[k - 1]] + 1 : 0;
            h->at[i] = (uint32_t)k;
        }
    return TACIT_OK;
}

/* ---- columns of households ---- */

static tacit_status find_whole(tacit_ctx *cx, tacit_home_plan *h, size_t k)
{
    const tacit_synth_spec *s = &h->spec->people;
    const tacit_column *c = tacit_table_column(s->data, s->column[k].at);
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values v;
    TACIT_TRY(tacit_values_of(cx, c, &v));
    h->whole[k] = s->column[k].at != h->spec->relation && s->column[k].at != h->spec->age;
    for (size_t i = 0; h->whole[k] && i < tacit_table_rows(s->data); i++)
        h->whole[k] = v.of[i] == v.of[h->member[h->first[h->of[i]]]];
    tacit_scratch_release(cx, mark);
    h->size[k] =
        h->whole[k] && tacit_column_type(c) == TACIT_TYPE_INTEGER && tacit_column_missing(c) == 0;
    for (size_t g = 0; h->size[k] && g < h->n; g++)
        h->size[k] = tacit_column_integers(c)[h->member[h->first[g]]] ==
                     (int64_t)(h->first[g + 1] - h->first[g]);
    return TACIT_OK;
}

/* Numbers of members are made by the trees of the first column that has some, or by usual ones. */
static tacit_status choose_counts(tacit_ctx *cx, tacit_home_plan *h)
{
    const tacit_synth_spec *s = &h->spec->people;
    const tacit_param *params = tacit_generator_cart.about.params;
    tacit_args *args = NULL;
    tacit_value *at = NULL;
    h->counts = &tacit_generator_cart;
    for (size_t k = s->n; k-- > 0;)
        if (s->column[k].generator == h->counts)
            h->counts_args = s->column[k].args;
    if (h->counts_args == NULL) {
        TACIT_TRY(tacit_scratch(cx, 1, sizeof *args, &args));
        TACIT_TRY(tacit_scratch(cx, tacit_param_count(params), sizeof *at, &at));
        tacit_args_preset(params, at, args);
        h->counts_args = args;
    }
    h->bucket = (size_t)tacit_arg_integer(h->counts_args, tacit_param_find(params, "min_bucket"));
    return TACIT_OK;
}

static tacit_status find_roles(tacit_ctx *cx, tacit_home_plan *h)
{
    roles r = { 0 };
    TACIT_TRY(number_roles(cx, h, &r));
    TACIT_TRY(count_roles(cx, h, &r));
    TACIT_TRY(find_named(cx, h, &r));
    TACIT_TRY(check_head(cx, h, &r));
    TACIT_TRY(classify(cx, h, &r));
    const size_t rows = tacit_table_rows(h->spec->people.data);
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *h->class_of, &h->class_of));
    for (size_t i = 0; i < rows; i++)
        h->class_of[i] = r.class_of[r.of[i]];
    return TACIT_OK;
}

tacit_status tacit_home_find(tacit_ctx *cx, const tacit_household_spec *spec, tacit_home_plan *h)
{
    *h = (tacit_home_plan){ .spec = spec };
    TACIT_TRY(choose_counts(cx, h));
    TACIT_TRY(group(cx, h));
    TACIT_TRY(find_roles(cx, h));
    TACIT_TRY(order_members(cx, h));
    TACIT_TRY(tacit_scratch(cx, spec->people.n, sizeof *h->whole, &h->whole));
    TACIT_TRY(tacit_scratch(cx, spec->people.n, sizeof *h->size, &h->size));
    for (size_t k = 0; k < spec->people.n; k++)
        TACIT_TRY(find_whole(cx, h, k));
    return TACIT_OK;
}
