/*
 * compose.c - the plan that does what a batch does.
 *
 * A plan has one protection for all its tables, because what is published together is protected
 * together; a batch that wants different ones is refused.
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/result.h"
#include "engine/csv_rules.h"
#include "plan/cells.h"
#include "plan/edit/edit.h"
#include "task/tables/argus/own.h"

static tacit_status put(tacit_batch_reading *b, json_t *object, const char *key, json_t *value)
{
    return tacit_json_put(b->cx, object, key, value);
}

/* Whether a table of the batch is one of the plan: a table that is not written is not published. */
static bool is_published(const tacit_batch_table *t)
{
    return t->written;
}

/* ---- data ---- */

/* The first variable of a kind, or NULL. */
static const tacit_rda_variable *of_kind(const tacit_rda *rda, tacit_rda_kind kind)
{
    for (size_t j = 0; j < rda->n; j++)
        if (rda->variable[j].kind == kind)
            return &rda->variable[j];
    return NULL;
}

static tacit_status put_data(tacit_batch_reading *b, json_t *plan)
{
    const bool known = tacit_name_ends(b->data, ".asc") || tacit_name_ends(b->data, ".tab");
    char *address = NULL;
    TACIT_TRY(
        tacit_scratch_format(b->cx, &address, "%s%s", known ? "" : TACIT_ARGUS_SCHEME, b->data));
    return put(b, plan, "data", json_pack("{s:s, s:s}", "path", address, "metadata", b->metadata));
}

/* Put the names of what columns say of cells. */
static tacit_status put_columns(tacit_batch_reading *b, json_t *cells)
{
    static const struct {
        tacit_rda_kind kind;
        const char *key;
    } keys[] = { { TACIT_RDA_FREQUENCY, "frequency" },
                 { TACIT_RDA_STATUS, "status" },
                 { TACIT_RDA_LOWER, "lower" },
                 { TACIT_RDA_UPPER, "upper" },
                 { TACIT_RDA_COST, "cost" } };
    json_t *largest = json_array();
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        const tacit_rda_variable *v = of_kind(&b->rda, keys[k].kind);
        if (v != NULL)
            TACIT_TRY(put(b, cells, keys[k].key, json_string(v->name)));
    }
    TACIT_TRY(put(b, cells, "largest", largest));
    for (size_t j = 0; j < b->rda.n; j++)
        if (b->rda.variable[j].kind == TACIT_RDA_LARGEST)
            TACIT_TRY(tacit_json_add(b->cx, largest, json_string(b->rda.variable[j].name)));
    if (json_array_size(largest) == 0)
        (void)json_object_del(cells, "largest");
    return TACIT_OK;
}

/* What is said of single tables but counts for all. */
static tacit_status put_common(tacit_batch_reading *b, json_t *cells)
{
    for (size_t i = 0; i < b->n_tables; i++) {
        if (b->table[i].shadow != NULL)
            TACIT_TRY(put(b, cells, "size", json_string(b->table[i].shadow->name)));
        if (b->table[i].margin > 0)
            TACIT_TRY(put(b, cells, "margin", json_real(b->table[i].margin)));
    }
    return TACIT_OK;
}

/* Missing codes of dimensions with trees, which trees do not have. */
static tacit_status put_beside(tacit_batch_reading *b, json_t *cells)
{
    json_t *all = json_object();
    TACIT_TRY(put(b, cells, "beside", all));
    for (size_t j = 0; j < b->rda.n; j++) {
        const tacit_rda_variable *v = &b->rda.variable[j];
        json_t *codes = json_array();
        TACIT_TRY(tacit_json_add(b->cx, b->memory, codes));
        for (size_t k = 0; k < v->n_missing && v->tree[0] != '\0'; k++)
            TACIT_TRY(tacit_json_add(b->cx, codes, json_string(v->missing[k])));
        if (json_array_size(codes) > 0)
            TACIT_TRY(put(b, all, v->name, json_incref(codes)));
    }
    if (json_object_size(all) == 0)
        (void)json_object_del(cells, "beside");
    return TACIT_OK;
}

static tacit_status put_cells(tacit_batch_reading *b, json_t *plan)
{
    json_t *cells = json_object();
    TACIT_TRY(put(b, plan, "cells", cells));
    TACIT_TRY(put_columns(b, cells));
    TACIT_TRY(put_common(b, cells));
    json_t *total = json_object();
    TACIT_TRY(put(b, cells, "total_of", total));
    for (size_t j = 0; j < b->rda.n; j++)
        if (b->rda.variable[j].category && b->rda.variable[j].total[0] != '\0')
            TACIT_TRY(
                put(b, total, b->rda.variable[j].name, json_string(b->rda.variable[j].total)));
    if (json_object_size(total) == 0)
        (void)json_object_del(cells, "total_of");
    TACIT_TRY(put_beside(b, cells));
    if (b->computed)
        TACIT_TRY(put(b, cells, "totals", json_string("computed")));
    if (strcasecmp(b->rda.safe, "S") != 0 || strcasecmp(b->rda.unsafe, "U") != 0 ||
        strcasecmp(b->rda.protect, "P") != 0)
        TACIT_TRY(put(b, cells, "letters",
                      json_pack("{s:[s], s:[s], s:[s]}", "s", b->rda.safe, "u", b->rda.unsafe, "p",
                                b->rda.protect)));
    return TACIT_OK;
}

/* ---- hierarchies ---- */

/* A code's first characters, from the longest to the shortest; the whole code is no level. */
static tacit_status put_prefix(tacit_batch_reading *b, const tacit_rda_variable *v, json_t *all)
{
    json_t *lengths = json_array();
    double sum = 0;
    TACIT_TRY(put(b, all, v->name, json_pack("{s:{s:o}}", "prefix", "lengths", lengths)));
    for (size_t l = 0; l + 1 < v->n_levels; l++) {
        sum += v->level[l];
        if (json_array_insert_new(lengths, 0, json_integer((json_int_t)sum)) != 0)
            return tacit_fail_memory(b->cx);
    }
    return TACIT_OK;
}

static tacit_status put_hierarchy(tacit_batch_reading *b, const tacit_rda_variable *v, json_t *all)
{
    const char *path = NULL;
    if (v->n_levels > 1)
        return put_prefix(b, v, all);
    if (v->tree[0] == '\0')
        return TACIT_OK;
    TACIT_TRY(tacit_batch_input(b, v->tree, &path));
    json_t *args = json_pack("{s:s}", "path", path);
    if (args != NULL && v->mark[0] != '\0' &&
        json_object_set_new(args, "mark", json_string(v->mark)) != 0) {
        json_decref(args);
        return tacit_fail_memory(b->cx);
    }
    return put(b, all, v->name, json_pack("{s:o}", "argus", args));
}

static tacit_status put_hierarchies(tacit_batch_reading *b, json_t *plan)
{
    json_t *all = json_object();
    TACIT_TRY(put(b, plan, "hierarchies", all));
    for (size_t i = 0; i < b->n_tables; i++)
        for (size_t k = 0; k < b->table[i].n && is_published(&b->table[i]); k++)
            TACIT_TRY(put_hierarchy(b, b->table[i].dimension[k], all));
    return TACIT_OK;
}

/* ---- tables ---- */

/* Put an option of a table, or fail if tables have no such option. */
static tacit_status put_option(tacit_batch_reading *b, const tacit_batch_table *t, json_t *table,
                               const char *key, json_t *value)
{
    const size_t i = tacit_param_find(TACIT_TABLE_PARAMS, key);
    if (i < tacit_param_count(TACIT_TABLE_PARAMS))
        return put(b, table, key, value);
    json_decref(value);
    return tacit_fail(b->cx, TACIT_ERR_INPUT, "%s:%zu: tables have no option '%s'.", b->path,
                      t->line, key);
}

/* What readers know of a table, and by what it is judged. */
static tacit_status put_judging(tacit_batch_reading *b, const tacit_batch_table *t, bool apart,
                                json_t *table)
{
    if (b->known > 0)
        TACIT_TRY(put_option(b, t, table, "known", json_real(b->known)));
    if (t->missing_safe)
        TACIT_TRY(put_option(b, t, table, "missing", json_string("safe")));
    if (apart && t->rules != NULL)
        TACIT_TRY(put(b, table, "rules", json_incref(t->rules)));
    return t->apriori == NULL ? TACIT_OK
                              : put_option(b, t, table, "history", json_string(t->apriori));
}

static tacit_status fill_table(tacit_batch_reading *b, const tacit_batch_table *t, bool apart,
                               json_t *table)
{
    const tacit_rda_variable *holding = of_kind(&b->rda, TACIT_RDA_HOLDING);
    json_t *by = json_array();
    TACIT_TRY(put(b, table, "by", by));
    for (size_t k = 0; k < t->n; k++)
        TACIT_TRY(tacit_json_add(b->cx, by, json_string(t->dimension[k]->name)));
    if (t->response != NULL)
        TACIT_TRY(put(b, table, "of", json_string(t->response->name)));
    if (t->shadow != NULL && !b->cells)
        TACIT_TRY(put_option(b, t, table, "size", json_string(t->shadow->name)));
    if (t->cost != NULL && !b->cells)
        TACIT_TRY(put_option(b, t, table, "cost", json_string(t->cost)));
    if (t->lambda > 0 && fabs(t->lambda - 1) > 0)
        TACIT_TRY(put_option(b, t, table, "lambda", json_real(t->lambda)));
    if (holding != NULL && !b->cells)
        TACIT_TRY(put_option(b, t, table, "holding", json_string(holding->name)));
    return put_judging(b, t, apart, table);
}

/* Records count in one way for all tables. */
static tacit_status check_alike(tacit_batch_reading *b, const tacit_batch_table *first,
                                const tacit_batch_table *t)
{
    if (first->weighted == t->weighted)
        return TACIT_OK;
    return tacit_fail(b->cx, TACIT_ERR_INPUT,
                      "%s:%zu: this table has other weights than the one of line %zu; tables that "
                      "are published together need the same, so put them into batches of their "
                      "own.",
                      b->path, t->line, first->line);
}

/* Whether the tables have different rules, so that each has its own. */
static bool are_apart(const tacit_batch_reading *b)
{
    const tacit_batch_table *first = NULL;
    bool apart = false;
    for (size_t i = 0; i < b->n_tables; i++) {
        const tacit_batch_table *t = &b->table[i];
        if (!is_published(t))
            continue;
        first = first == NULL ? t : first;
        apart = apart || (first->rules != t->rules && json_equal(first->rules, t->rules) != 1);
    }
    return apart;
}

static tacit_status put_tables(tacit_batch_reading *b, json_t *plan,
                               const tacit_batch_table **first)
{
    const bool apart = are_apart(b);
    json_t *all = json_object();
    TACIT_TRY(put(b, plan, "tables", all));
    for (size_t i = 0; i < b->n_tables; i++) {
        const tacit_batch_table *t = &b->table[i];
        json_t *table = json_object();
        TACIT_TRY(tacit_json_add(b->cx, b->memory, table));
        if (!is_published(t))
            continue;
        *first = *first == NULL ? t : *first;
        TACIT_TRY(check_alike(b, *first, t));
        TACIT_TRY(fill_table(b, t, apart, table));
        TACIT_TRY(put(b, all, t->name, json_incref(table)));
    }
    return apart || (*first)->rules == NULL ? TACIT_OK
                                            : put(b, plan, "rules", json_incref((*first)->rules));
}

/* ---- files ---- */

/* The file that is the output, which has the certificate: the first that everybody may have, if
 * the batch has one table; the first of all if none may.  Their number if there is none. */
static size_t find_output(const tacit_batch_reading *b)
{
    size_t tables = 0, i = 0;
    for (size_t t = 0; t < b->n_tables; t++)
        tables += is_published(&b->table[t]);
    while (i < b->n_files && b->file[i].shown)
        i++;
    return i == b->n_files ? 0 : tables > 1 ? b->n_files : i;
}

/* Several tables, each in its file, have one more that has them all, since a certificate is about
 * everything that is published together. */
static tacit_status put_whole(tacit_batch_reading *b, json_t *plan)
{
    const char *slash = strrchr(b->path, '/'), *name = slash != NULL ? slash + 1 : b->path;
    const char *dot = strrchr(name, '.');
    char *path = NULL;
    TACIT_TRY(tacit_scratch_format(b->cx, &path, "%s%.*s-all.csv", b->folder,
                                   (int)(dot != NULL ? (size_t)(dot - name) : strlen(name)), name));
    return put(b, plan, "output", json_string(path));
}

static tacit_status put_files(tacit_batch_reading *b, json_t *plan)
{
    const size_t output = find_output(b);
    json_t *rest = json_array();
    TACIT_TRY(tacit_json_add(b->cx, b->memory, rest));
    if (output == b->n_files)
        TACIT_TRY(put_whole(b, plan));
    for (size_t i = 0; i < b->n_files; i++) {
        const tacit_batch_file *f = &b->file[i];
        json_t *file = json_pack("{s:s, s:[s], s:s}", "path", f->path, "table",
                                 b->table[f->table].name, "format", f->format);
        TACIT_TRY(i == output ? put(b, plan, "output", file) : tacit_json_add(b->cx, rest, file));
        if (f->cross)
            TACIT_TRY(put(b, file, "layout", json_string("cross")));
        if (f->shown && strcmp(f->format, "intermediate") == 0)
            TACIT_TRY(put(b, file, "hidden", json_string("shown")));
    }
    return json_array_size(rest) == 0 ? TACIT_OK : put(b, plan, "write", json_incref(rest));
}

/* ---- what is asked of the audit ---- */

/* The largest frequency that a rule asks of cells. */
static json_int_t largest_frequency(const tacit_batch_reading *b)
{
    json_int_t most = 0;
    size_t k = 0;
    json_t *rule = NULL;
    for (size_t i = 0; i < b->n_tables; i++)
        json_array_foreach(is_published(&b->table[i]) ? b->table[i].rules : NULL, k, rule)
        {
            const json_t *args = json_object_get(rule, "minimum_frequency");
            const json_int_t n = json_integer_value(json_object_get(args, "n"));
            most = n > most ? n : most;
        }
    return most;
}

static tacit_status put_audit(tacit_batch_reading *b, json_t *plan)
{
    const json_int_t together = b->together ? largest_frequency(b) : 0;
    json_t *audit = json_object();
    TACIT_TRY(tacit_json_add(b->cx, b->memory, audit));
    if (b->careless)
        TACIT_TRY(put(b, audit, "insiders", json_string("none")));
    if (together > 1)
        TACIT_TRY(put(b, audit, "together", json_integer(together)));
    return json_object_size(audit) == 0 ? TACIT_OK : put(b, plan, "audit", json_incref(audit));
}

/* ---- all of it ---- */

static tacit_status fill_plan(tacit_batch_reading *b, json_t *plan)
{
    const tacit_batch_table *first = NULL;
    const tacit_rda_variable *weight = of_kind(&b->rda, TACIT_RDA_WEIGHT);
    TACIT_TRY(put_data(b, plan));
    if (b->cells)
        TACIT_TRY(put_cells(b, plan));
    TACIT_TRY(put_hierarchies(b, plan));
    TACIT_TRY(put_tables(b, plan, &first));
    if (first->weighted && weight != NULL)
        TACIT_TRY(put(b, plan, "roles", json_pack("{s:s}", "weight", weight->name)));
    TACIT_TRY(put_audit(b, plan));
    if (b->protection != NULL)
        TACIT_TRY(
            put(b, plan, "protection", json_pack("{s:O}", b->protection, b->protection_args)));
    return put_files(b, plan);
}

/* One key of the plan in a line, or its members in one each. */
static tacit_status write_key(tacit_batch_reading *b, const char *key, json_t *value,
                              tacit_buffer *out)
{
    const bool deep = strcmp(key, "tables") == 0 || strcmp(key, "hierarchies") == 0;
    const char *name = NULL;
    json_t *member = NULL;
    if (json_is_object(value) && json_object_size(value) == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_buffer_format(b->cx, out, "%s:%s", key, deep ? "\n" : " "));
    if (!deep)
        TACIT_TRY(tacit_edit_put_value(b->cx, value, false, out));
    json_object_foreach(deep ? value : NULL, name, member)
    {
        TACIT_TRY(tacit_buffer_text(b->cx, out, "  "));
        TACIT_TRY(tacit_edit_put_text(b->cx, name, strlen(name), false, out));
        TACIT_TRY(tacit_buffer_text(b->cx, out, ": "));
        TACIT_TRY(tacit_edit_put_value(b->cx, member, false, out));
        TACIT_TRY(tacit_buffer_text(b->cx, out, "\n"));
    }
    return deep ? TACIT_OK : tacit_buffer_text(b->cx, out, "\n");
}

/* The account as comments, then the plan. */
static tacit_status write_plan(tacit_batch_reading *b, json_t *plan, tacit_buffer *out)
{
    const char *key = NULL;
    json_t *value = NULL;
    size_t i = 0;
    json_array_foreach(b->account, i, value) TACIT_TRY(tacit_buffer_format(
        b->cx, out, "# %lld %s: %s: %s\n", json_integer_value(json_object_get(value, "line")),
        json_string_value(json_object_get(value, "command")),
        json_string_value(json_object_get(value, "outcome")),
        json_string_value(json_object_get(value, "says"))));
    json_object_foreach(plan, key, value) TACIT_TRY(write_key(b, key, value, out));
    return TACIT_OK;
}

tacit_status tacit_batch_compose(tacit_batch_reading *b, char **out)
{
    tacit_buffer text = { 0 };
    json_t *plan = json_object();
    TACIT_TRY(tacit_json_add(b->cx, b->memory, plan));
    TACIT_TRY(fill_plan(b, plan));
    tacit_status status = write_plan(b, plan, &text);
    if (status == TACIT_OK)
        status = tacit_scratch_text(b->cx, text.text, out);
    tacit_buffer_free(&text);
    return status;
}
