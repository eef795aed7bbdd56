/*
 * describe_tables.c - profiles, suggestions and keys as results that renderers show.
 *
 * The least and the greatest value are left out of the tables, which are made to be
 * shown around; quantiles stand for the spread.  O(columns).
 */
#include "micro/profile/describe.h"

#include <math.h>
#include <string.h>

static const tacit_param NO_PARAMS[] = { TACIT_PARAM_END };

static tacit_status new_result(tacit_ctx *cx, const tacit_entry *entry, tacit_result **out)
{
    const tacit_args args = { .params = NO_PARAMS };
    return tacit_result_new(cx, "profile", entry, &args, out);
}

/* End a result: `*out` gets it, or it is gone if something failed. */
static tacit_status end_result(tacit_status status, tacit_result *r, tacit_result **out)
{
    if (status == TACIT_OK)
        *out = r;
    else
        json_decref(r);
    return status;
}

/* A table that takes a limited number of rows and counts the rest. */
typedef struct listing {
    tacit_result *result;
    const char *name, *title;
    const char *const *columns;
    size_t n;
    json_t *table; /* NULL until there is a row */
    size_t rows, more;
} listing;

/* Whether there is room for one more row; the table is made for the first. */
static tacit_status next_row(tacit_ctx *cx, listing *l, bool *room)
{
    *room = l->rows < TACIT_DESCRIBE_ROWS;
    if (!*room) {
        l->more++;
        return TACIT_OK;
    }
    l->rows++;
    if (l->table != NULL)
        return TACIT_OK;
    return tacit_result_table(cx, l->result, l->name, l->title, l->n, l->columns, &l->table);
}

static tacit_status end_listing(tacit_ctx *cx, const listing *l)
{
    if (l->more == 0)
        return TACIT_OK;
    json_t *row = json_array();
    TACIT_TRY(tacit_json_add(cx, json_object_get(l->table, "rows"), row));
    TACIT_TRY(tacit_json_add(cx, row, json_sprintf("\u2026 and %zu more", l->more)));
    for (size_t c = 1; c < l->n; c++)
        TACIT_TRY(tacit_json_add(cx, row, json_string("")));
    return TACIT_OK;
}

/* A share in per cent with one decimal. */
static double percent(double share)
{
    return round(1000.0 * share) / 10.0;
}

static double missing_percent(const tacit_profile *p)
{
    return p->rows > 0 ? percent((double)p->missing / (double)p->rows) : 0.0;
}

/* ---- roles ---- */

static const char *role_words(const tacit_suggestion *s, bool sure)
{
    static const char *const perhaps[TACIT_ROLES] = {
        "perhaps identifier", "perhaps key",    "perhaps sensitive", "perhaps weight",
        "perhaps household",  "perhaps strata", "perhaps cluster",
    };
    for (size_t i = 0; i < TACIT_ROLES; i++)
        if (s->role == 1u << i)
            return sure ? tacit_role_name(i) : perhaps[i];
    return "none";
}

/* Sure roles stand first, then doubtful ones, then columns without a role. */
typedef enum standing { SURE, DOUBTFUL, WITHOUT, STANDINGS } standing;

static standing standing_of(const tacit_suggestion *s)
{
    return tacit_suggestion_roles(s) != 0 ? SURE : s->role != 0 ? DOUBTFUL : WITHOUT;
}

/* Columns in one row differ by no more in the share of records that are unique by them. */
#define ALIKE 0.1

/* Columns in a row of the table, one or several that are alike; `to` is the last. */
typedef struct role_row {
    size_t from, to, n;
    const char *reason; /* of the first */
} role_row;

static tacit_status list_role(tacit_ctx *cx, const tacit_description *d, const role_row *g,
                              listing *l)
{
    const tacit_suggestion *s = &d->suggestion[g->from];
    const char *first = d->profile[g->from].name, *last = d->profile[g->to].name;
    const char *role = role_words(s, standing_of(s) == SURE);
    const bool none = s->confidence == TACIT_CONFIDENCE_NONE;
    const char *sure = none ? "" : tacit_confidence_name(s->confidence);
    bool room = false;
    if (g->n == 0)
        return TACIT_OK;
    TACIT_TRY(next_row(cx, l, &room));
    if (!room)
        return TACIT_OK;
    if (g->n == 1)
        return tacit_result_row(cx, l->table, "[s,s,s,s]", first, role, sure, g->reason);
    char *names = NULL, *why = NULL;
    TACIT_TRY(tacit_scratch_format(cx, &names, "%s to %s", first, last));
    TACIT_TRY(tacit_scratch_format(cx, &why, "%zu columns alike; the first: %s", g->n, g->reason));
    return tacit_result_row(cx, l->table, "[s,s,s,s]", names, role, sure, why);
}

static size_t skip_digits(const char *s)
{
    return strspn(s, "0123456789,");
}

/* Whether two texts differ in their figures at most. */
static bool differ_in_figures(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        const size_t n = skip_digits(a), m = skip_digits(b);
        if ((n > 0) != (m > 0) || (n == 0 && *a != *b))
            return false;
        a += n > 0 ? n : 1;
        b += m > 0 ? m : 1;
    }
    return *a == *b;
}

/* The share of records that are unique by a column. */
static double single_share(const tacit_profile *p)
{
    return p->rows > 0 ? (double)p->singles / (double)p->rows : 0.0;
}

/* Whether column `j` goes into the row that was begun: numbered columns, such as q1 to q99, of the
 * same doubtful role, or of none, for the same reason.  A row is begun by its first column. */
static bool joins(const tacit_description *d, const role_row *g, size_t j, const char *reason)
{
    const tacit_suggestion *a = &d->suggestion[g->from], *b = &d->suggestion[j];
    return g->n > 0 && standing_of(a) != SURE && a->role == b->role &&
           fabs(single_share(&d->profile[g->from]) - single_share(&d->profile[j])) <= ALIKE &&
           differ_in_figures(d->profile[g->from].name, d->profile[j].name) &&
           differ_in_figures(g->reason, reason);
}

/* The columns of one standing, in the order of the file; numbered ones that are alike in a row. */
static tacit_status list_standing(tacit_ctx *cx, const tacit_description *d, standing which,
                                  listing *l)
{
    role_row g = { .n = 0 };
    for (size_t j = 0; j < d->n; j++) {
        const char *reason = NULL;
        if (standing_of(&d->suggestion[j]) != which)
            continue;
        TACIT_TRY(tacit_describe_reason(cx, d, j, &reason));
        if (!joins(d, &g, j, reason)) {
            TACIT_TRY(list_role(cx, d, &g, l));
            g = (role_row){ .from = j, .reason = reason };
        }
        g.to = j;
        g.n++;
    }
    return list_role(cx, d, &g, l);
}

static tacit_status list_roles(tacit_ctx *cx, const tacit_description *d, tacit_result *r)
{
    static const char *const columns[] = { "Column", "Role", "Sure", "Why" };
    listing l = {
        .result = r,
        .name = "roles",
        .title = "Suggested roles and why",
        .columns = columns,
        .n = 4,
    };
    for (int which = SURE; which < STANDINGS; which++)
        TACIT_TRY(list_standing(cx, d, (standing)which, &l));
    return end_listing(cx, &l);
}

/* The hints of one column go to the table. */
typedef struct hint_rows {
    listing list;
    const char *column;
} hint_rows;

static tacit_status list_hint(tacit_ctx *cx, void *user, const char *hint)
{
    hint_rows *h = user;
    bool room = false;
    TACIT_TRY(next_row(cx, &h->list, &room));
    return room ? tacit_result_row(cx, h->list.table, "[s,s]", h->column, hint) : TACIT_OK;
}

static tacit_status list_hints(tacit_ctx *cx, const tacit_description *d, tacit_result *r)
{
    static const char *const columns[] = { "Column", "What to look at" };
    hint_rows h = { .list = { .result = r,
                              .name = "hints",
                              .title = "Worth a look",
                              .columns = columns,
                              .n = 2 } };
    for (size_t j = 0; j < d->n; j++) {
        h.column = d->profile[j].name;
        TACIT_TRY(tacit_describe_hints(cx, d, j, list_hint, &h));
    }
    return end_listing(cx, &h.list);
}

static tacit_status fill_roles(tacit_ctx *cx, const tacit_description *d, tacit_result *r)
{
    static const struct figure {
        tacit_role role;
        const char *name, *title, *definition;
    } figures[] = {
        { TACIT_ROLE_IDENTIFIER, "identifiers", "Identifiers",
          "columns that name a person, an account or a dwelling; never release them" },
        { TACIT_ROLE_KEY, "keys", "Keys",
          "columns that others may know of a person and find the record by" },
        { TACIT_ROLE_SENSITIVE, "sensitive", "Sensitive columns",
          "columns that hold what must not be learnt of a person" },
    };
    for (size_t f = 0; f < sizeof figures / sizeof figures[0]; f++) {
        size_t n = 0;
        for (size_t j = 0; j < d->n; j++)
            n += (tacit_suggestion_roles(&d->suggestion[j]) & figures[f].role) != 0;
        TACIT_TRY(tacit_result_figure(cx, r, figures[f].name, figures[f].title, (double)n,
                                      TACIT_UNIT_COUNT, figures[f].definition));
    }
    TACIT_TRY(list_roles(cx, d, r));
    TACIT_TRY(list_hints(cx, d, r));
    return tacit_result_note(cx, r,
                             "Suggestions follow from names and values by fixed rules. "
                             "Check every one: a column without a suggestion may still "
                             "identify people.");
}

tacit_status tacit_describe_roles(tacit_ctx *cx, const tacit_description *d, tacit_result **out)
{
    static const tacit_entry entry = { .name = "roles", .title = "Suggested roles", .source = "" };
    tacit_result *r = NULL;
    TACIT_TRY(new_result(cx, &entry, &r));
    return end_result(fill_roles(cx, d, r), r, out);
}

/* ---- values ---- */

static json_t *quantile_json(const tacit_profile *p, size_t q)
{
    return tacit_describe_value(p->type, p->quantile[q]);
}

/* A number with at most six figures that count, as tables need them. */
static json_t *rounded_json(double x)
{
    if (!isfinite(x))
        return json_null();
    const double size = fabs(x) > 0.0 ? floor(log10(fabs(x))) : 0.0;
    const double unit = pow(10.0, fmin(5.0 - size, 300.0));
    return json_real(size < 5.0 ? round(x * unit) / unit : round(x));
}

static tacit_status add_number(tacit_ctx *cx, const tacit_profile *p, json_t *table)
{
    return tacit_result_row(cx, table, "[s,f,o,o,o,o,o,o,I,I]", p->name, missing_percent(p),
                            quantile_json(p, 0), quantile_json(p, 2), quantile_json(p, 3),
                            quantile_json(p, 4), quantile_json(p, 6), rounded_json(p->mean),
                            (json_int_t)p->zeros, (json_int_t)p->negatives);
}

static tacit_status add_date(tacit_ctx *cx, const tacit_profile *p, json_t *table)
{
    return tacit_result_row(cx, table, "[s,f,o,o,o]", p->name, missing_percent(p),
                            quantile_json(p, 0), quantile_json(p, 3), quantile_json(p, 6));
}

static tacit_status add_texts(tacit_ctx *cx, const tacit_profile *p, json_t *table)
{
    json_t *length = p->shortest == p->longest
                         ? json_sprintf("%zu", p->longest)
                         : json_sprintf("%zu to %zu", p->shortest, p->longest);
    return tacit_result_row(cx, table, "[s,f,I,f,f,f,o]", p->name, missing_percent(p),
                            (json_int_t)p->distinct, percent(p->top_share),
                            round(100.0 * p->entropy) / 100.0, round(100.0 * p->evenness) / 100.0,
                            length);
}

static const char *const NUMBER_COLUMNS[] = { "Column", "Missing %", "1 %",  "25 %",  "Median",
                                              "75 %",   "99 %",      "Mean", "Zeros", "Negative" };
static const char *const DATE_COLUMNS[] = { "Column", "Missing %", "1 %", "Median", "99 %" };
static const char *const TEXT_COLUMNS[] = { "Column",          "Missing %",     "Categories",
                                            "Most frequent %", "Entropy, bits", "Evenness",
                                            "Characters" };

/* A table of the columns of some types. */
typedef struct kind_of_table {
    const char *name, *title;
    unsigned types;
    const char *const *columns;
    size_t n;
    tacit_status (*add)(tacit_ctx *cx, const tacit_profile *p, json_t *table);
} kind_of_table;

static const kind_of_table TABLES[] = {
    { "numbers", "Numbers", TACIT_TYPE_NUMBER, NUMBER_COLUMNS, 10, add_number },
    { "dates", "Dates", TACIT_TYPE_DATE, DATE_COLUMNS, 5, add_date },
    { "categories", "Categories", TACIT_TYPE_CATEGORY, TEXT_COLUMNS, 7, add_texts },
};

static tacit_status list_values(tacit_ctx *cx, const tacit_description *d,
                                const kind_of_table *kind, tacit_result *r)
{
    listing l = { .result = r,
                  .name = kind->name,
                  .title = kind->title,
                  .columns = kind->columns,
                  .n = kind->n };
    for (size_t j = 0; j < d->n; j++) {
        const tacit_profile *p = &d->profile[j];
        bool room = false;
        if ((p->type & kind->types) == 0 || tacit_profile_present(p) == 0)
            continue;
        TACIT_TRY(next_row(cx, &l, &room));
        if (room)
            TACIT_TRY(kind->add(cx, p, l.table));
    }
    return end_listing(cx, &l);
}

tacit_status tacit_describe_values(tacit_ctx *cx, const tacit_description *d, tacit_result **out)
{
    static const tacit_entry entry = { .name = "values", .title = "Values", .source = "" };
    tacit_result *r = NULL;
    TACIT_TRY(new_result(cx, &entry, &r));
    tacit_status status = TACIT_OK;
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0] && status == TACIT_OK; i++)
        status = list_values(cx, d, &TABLES[i], r);
    return end_result(status, r, out);
}

/* ---- keys ---- */

static tacit_status put_shares(tacit_ctx *cx, const tacit_key_report *k, tacit_result *r)
{
    const double records = k->records > 0 ? (double)k->records : 1.0;
    TACIT_TRY(tacit_result_figure(cx, r, "uniques_share", "Share of unique records",
                                  (double)k->uniques / records, TACIT_UNIT_SHARE,
                                  "records that no other record matches on the keys"));
    TACIT_TRY(tacit_result_figure(cx, r, "below_3", "Share of records below k = 3",
                                  (double)k->below3 / records, TACIT_UNIT_SHARE,
                                  "records that share their key values with fewer than 2 others"));
    return tacit_result_figure(cx, r, "below_5", "Share of records below k = 5",
                               (double)k->below5 / records, TACIT_UNIT_SHARE,
                               "records that share their key values with fewer than 4 others");
}

static tacit_status list_keys(tacit_ctx *cx, const tacit_description *d, const tacit_key_report *k,
                              tacit_result *r)
{
    static const char *const columns[] = {
        "Key", "Values", "Bits", "Unique on it alone", "Unique without it", "Unique because of it"
    };
    json_t *table = NULL;
    if (k->n == 0)
        return tacit_result_note(cx, r, "With more than %d keys none is measured by itself.",
                                 TACIT_KEYS_PARTED);
    TACIT_TRY(tacit_result_table(cx, r, "keys", "What each key adds", 6, columns, &table));
    for (size_t c = 0; c < k->n; c++) {
        const tacit_profile_part *part = &k->part[c];
        const tacit_profile *p = &d->profile[part->column];
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,f,I,I,I]", p->name, (json_int_t)p->distinct,
                                   round(100.0 * p->entropy) / 100.0, (json_int_t)part->alone,
                                   (json_int_t)part->without,
                                   (json_int_t)k->uniques - (json_int_t)part->without));
    }
    return TACIT_OK;
}

/* The last column of that table as bars. */
static tacit_status draw_keys(tacit_ctx *cx, const tacit_description *d, const tacit_key_report *k,
                              tacit_result *r)
{
    json_t *chart = NULL;
    double *because = NULL;
    if (k->n < 2)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, k->n, sizeof *because, &because));
    TACIT_TRY(tacit_result_chart(cx, r, "keys", "Records that are unique because of each key",
                                 TACIT_CHART_BARS, &chart));
    TACIT_TRY(tacit_result_axes(cx, chart, "key", "records"));
    for (size_t c = 0; c < k->n; c++) {
        TACIT_TRY(tacit_result_label(cx, chart, d->profile[k->part[c].column].name));
        because[c] = (double)k->uniques - (double)k->part[c].without;
    }
    return tacit_result_series(cx, chart, "records", because, k->n);
}

/* What columns that may be keys would do to uniqueness. */
static tacit_status list_doubt(tacit_ctx *cx, const tacit_description *d, const tacit_key_report *k,
                               tacit_result *r)
{
    static const char *const columns[] = { "Column", "Values", "Unique with it",
                                           "Unique because of it" };
    const tacit_key_doubt *doubt = d->doubt;
    json_t *table = NULL;
    if (doubt == NULL)
        return TACIT_OK;
    TACIT_TRY(
        tacit_result_figure(cx, r, "uniques_doubtful", "Unique with all doubtful keys",
                            (double)doubt->with_all, TACIT_UNIT_COUNT,
                            "records that no other record matches on the keys and all columns "
                            "that are perhaps keys"));
    if (doubt->with == NULL)
        return TACIT_OK;
    TACIT_TRY(
        tacit_result_table(cx, r, "doubtful", "What doubtful keys would add", 4, columns, &table));
    for (size_t c = 0; c < doubt->columns->n; c++) {
        const tacit_profile *p = &d->profile[doubt->columns->at[c]];
        TACIT_TRY(tacit_result_row(cx, table, "[s,I,I,I]", p->name, (json_int_t)p->distinct,
                                   (json_int_t)doubt->with[c],
                                   (json_int_t)doubt->with[c] - (json_int_t)k->uniques));
    }
    return TACIT_OK;
}

static tacit_status fill_keys(tacit_ctx *cx, const tacit_description *d, const tacit_key_report *k,
                              tacit_result *r)
{
    TACIT_TRY(tacit_result_figure(cx, r, "records", "Records", (double)k->records, TACIT_UNIT_COUNT,
                                  "rows of the data"));
    TACIT_TRY(tacit_result_figure(cx, r, "classes", "Key combinations", (double)k->classes,
                                  TACIT_UNIT_COUNT, "distinct combinations of key values"));
    TACIT_TRY(tacit_result_figure(cx, r, "uniques", "Unique records", (double)k->uniques,
                                  TACIT_UNIT_COUNT,
                                  "records that no other record matches on the keys"));
    TACIT_TRY(put_shares(cx, k, r));
    TACIT_TRY(tacit_json_put(cx, r, "headline", json_string("uniques_share")));
    TACIT_TRY(list_keys(cx, d, k, r));
    TACIT_TRY(draw_keys(cx, d, k, r));
    return list_doubt(cx, d, k, r);
}

tacit_status tacit_describe_keys(tacit_ctx *cx, const tacit_description *d,
                                 const tacit_key_report *keys, tacit_result **out)
{
    static const tacit_entry entry = {
        .name = "keys",
        .title = "Uniqueness on the suggested keys",
        .source = "Skinner and Elliot (2002), A measure of disclosure risk for microdata",
    };
    tacit_result *r = NULL;
    TACIT_TRY(new_result(cx, &entry, &r));
    return end_result(fill_keys(cx, d, keys, r), r, out);
}
