/*
 * schema.c - what may be asked, as the policy declares it: columns, bins, values, levels, examples.
 */
#include <string.h>

#include "query/mode/mode.h"
#include "server/http/own.h"

static json_t *labels_json(const tacit_query_column *c, size_t level)
{
    json_t *all = json_array();
    for (size_t i = 0; i < tacit_query_labels(c, level); i++)
        (void)json_array_append_new(all, json_string(tacit_query_label(c, level, i)));
    return all;
}

/* The names of the levels of a column that are asked for by name: periods of a date, or columns of
 * `table`. */
static json_t *names_json(const tacit_query_column *c, const char *table)
{
    json_t *all = json_array();
    for (size_t l = tacit_query_numbered(c); l < c->n_levels; l++) {
        const tacit_query_level *level = &c->level[l];
        const bool same = table == NULL || level->table == NULL ? table == level->table
                                                                : strcmp(table, level->table) == 0;
        if (same)
            (void)json_array_append_new(all, json_string(level->name));
    }
    return all;
}

static json_t *column_json(const tacit_query_column *c)
{
    const tacit_domain *d = &c->domain;
    json_t *levels = json_array();
    for (size_t l = 1; l <= tacit_query_numbered(c); l++)
        (void)json_array_append_new(levels, labels_json(c, l));
    json_t *column = json_pack("{s:s, s:s, s:o, s:o}", "name", d->column, "type",
                               d->date     ? "date"
                               : d->number ? "number"
                                           : "text",
                               d->number ? "bins" : "values", labels_json(c, 0), "levels", levels);
    if (d->date && column != NULL)
        (void)json_object_set_new(column, "periods", names_json(c, NULL));
    if (d->number && !d->date && column != NULL) {
        const double low = (double)d->lattice.lower, high = (double)d->lattice.upper;
        (void)json_object_set_new(column, "lower", json_real(tacit_domain_real(d, low)));
        (void)json_object_set_new(column, "upper", json_real(tacit_domain_real(d, high)));
    }
    return column;
}

static json_t *aggregates_json(unsigned answers)
{
    json_t *all = json_array();
    for (unsigned k = 0; k < TACIT_AGGREGATES; k++)
        if ((answers >> k & 1) != 0)
            (void)json_array_append_new(all, json_string(tacit_aggregate_sql(k)));
    return all;
}

static json_t *publics_json(const tacit_query_schema *s)
{
    json_t *all = json_array();
    for (size_t i = 0; i < s->n_publics; i++) {
        const tacit_query_public *p = &s->publics[i];
        const tacit_query_column *c = &s->column[p->column];
        (void)json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:o}", "name", p->name, "key",
                                                   p->key, "joins", c->domain.column, "columns",
                                                   names_json(c, p->name)));
    }
    return all;
}

static json_t *dataset_json(tacit_ctx *cx, const tacit_policy *p)
{
    const tacit_query_schema *s = &p->schema;
    json_t *columns = json_array();
    for (size_t i = 0; i < s->n; i++)
        (void)json_array_append_new(columns, column_json(&s->column[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s?, s:I, s:o, s:o, s:o, s:o}", "name", s->name,
                     "mode", p->mode->about.name, "title", p->mode->about.title, "tells",
                     p->mode->tells, "not_promised", p->mode->lacks, "person", s->person,
                     "most_groups", (json_int_t)s->most_cells, "aggregates",
                     aggregates_json(s->answers), "columns", columns, "public", publics_json(s),
                     "examples", tacit_examples_json(cx, p));
}

void tacit_route_schema(tacit_ctx *cx, const tacit_entered *e, tacit_said *out)
{
    json_t *all = json_array();
    for (size_t i = 0; i < tacit_desk_datasets(e->site->desk); i++)
        (void)json_array_append_new(all, dataset_json(cx, tacit_desk_policy(e->site->desk, i)));
    out->json = json_pack("{s:o}", "datasets", all);
}

/* ---- examples ---- */

/* The first column with groups that is a number, or is not; NULL if there is none. */
static const tacit_query_column *first_grouped(const tacit_query_schema *s, bool number)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->column[i].domain.number == number && tacit_query_labels(&s->column[i], 0) > 1)
            return &s->column[i];
    return NULL;
}

/* A name as SQL has it: in double quotes unless it is a plain word in small letters. */
static tacit_status quote_name(tacit_ctx *cx, const char *name, char **out)
{
    const size_t n = strlen(name);
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz_") == n && n > 0)
        return tacit_scratch_text(cx, name, out);
    char *quoted = NULL;
    TACIT_TRY(tacit_scratch(cx, 2 * n + 3, 1, &quoted));
    char *at = quoted;
    *at++ = '"';
    for (size_t i = 0; i < n; i++) {
        if (name[i] == '"')
            *at++ = '"';
        *at++ = name[i];
    }
    *at = '"';
    *out = quoted;
    return TACIT_OK;
}

/* The last column that is a number: a quantity rather than an age. */
static const tacit_query_column *last_number(const tacit_query_schema *s)
{
    const tacit_query_column *found = NULL;
    for (size_t i = 0; i < s->n; i++)
        if (s->column[i].domain.number && !s->column[i].domain.date)
            found = &s->column[i];
    return found;
}

/* Count `group`, and if `of` is not NULL, average it. */
static void add_example(tacit_ctx *cx, json_t *list, const char *from,
                        const tacit_query_column *group, const tacit_query_column *of)
{
    char *sql = NULL, *by = NULL, *mean = NULL, *what = NULL;
    if (group == NULL || quote_name(cx, group->domain.column, &by) != TACIT_OK ||
        quote_name(cx, of != NULL ? of->domain.column : "", &what) != TACIT_OK ||
        tacit_scratch_format(cx, &mean, ", AVG(%s)", what) != TACIT_OK)
        return;
    if (tacit_scratch_format(cx, &sql, "SELECT %s, COUNT(*)%s FROM %s GROUP BY %s", by,
                             of != NULL ? mean : "", from, by) == TACIT_OK)
        (void)json_array_append_new(list, json_string(sql));
}

json_t *tacit_examples_json(tacit_ctx *cx, const tacit_policy *policy)
{
    const tacit_query_schema *s = &policy->schema;
    const bool means = (s->answers >> TACIT_AGGREGATE_MEAN & 1) != 0;
    json_t *list = json_array();
    char *sql = NULL, *from = NULL;
    if (quote_name(cx, s->name, &from) != TACIT_OK)
        return list;
    if (tacit_scratch_format(cx, &sql, "SELECT COUNT(*) FROM %s", from) == TACIT_OK)
        (void)json_array_append_new(list, json_string(sql));
    add_example(cx, list, from, first_grouped(s, false), means ? last_number(s) : NULL);
    add_example(cx, list, from, first_grouped(s, true), NULL);
    return list;
}
