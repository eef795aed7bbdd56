/*
 * inspect.c - the profile of every column with a suggested role and the reason.
 *
 * The record has under "profile" one object for each column (profile/describe.h), and
 * under "before" results for people: suggested roles, values, uniqueness on the suggested
 * keys.  Suggested roles stand with the data's columns as if a plan had given them.
 * It holds no text of a category, but least and greatest values: it is for the custodian.
 *
 * Cost: the data in memory, and O(rows) a column; O(keys^2 * rows) for the keys.  A table on a
 * server is not fetched: its values are counted there (counted.h).
 */
#include "task/inspect/inspect.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "engine/dialect.h"
#include "micro/profile/describe.h"
#include "run/account.h"
#include "task/found.h"
#include "task/inspect/counted.h"
#include "task/tasks.h"

/* What is looked at. */
typedef struct looked {
    tacit_description d;
    tacit_table *table; /* with its rows, unless they are there */
    tacit_data *there;  /* a table on a server; NULL */
    size_t rows;
} looked;

/* How the characters of a text file are coded, if that was found and is not as usual. */
static tacit_status put_encoding(tacit_ctx *cx, const tacit_plan *plan, json_t *options)
{
    const tacit_source source = { .uri = plan->data, .args = &plan->source };
    tacit_dialect plain;
    if (tacit_arg_given(&plan->source, TACIT_SOURCE_ENCODING) ||
        !tacit_dialect_plain(plan->data, &plain))
        return TACIT_OK;
    const tacit_encoding found = tacit_encoding_of(&source);
    if (found == TACIT_ENCODING_UTF8)
        return TACIT_OK;
    const tacit_param *param = &plan->source.params[TACIT_SOURCE_ENCODING];
    return tacit_json_put(cx, options, param->name, json_string(param->choices[found]));
}

/* The options that the plan gives for reading the data, without those left to defaults. */
static tacit_status put_options(tacit_ctx *cx, const tacit_plan *plan, json_t *data)
{
    const tacit_args *args = &plan->source;
    json_t *options = NULL;
    TACIT_TRY(tacit_args_json(cx, args, &options));
    for (size_t i = 0; i < args->n; i++)
        if (!tacit_arg_given(args, i))
            (void)json_object_del(options, args->params[i].name);
    const tacit_status status = put_encoding(cx, plan, options);
    if (status != TACIT_OK) {
        json_decref(options);
        return status;
    }
    if (json_object_size(options) > 0)
        return tacit_json_put(cx, data, "options", options);
    json_decref(options);
    return TACIT_OK;
}

static tacit_status put_profiles(tacit_ctx *cx, const tacit_description *d, json_t *record)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, record, "profile", list));
    for (size_t j = 0; j < d->n; j++) {
        json_t *column = NULL;
        TACIT_TRY(tacit_describe_column(cx, d, j, &column));
        TACIT_TRY(tacit_json_add(cx, list, column));
    }
    return TACIT_OK;
}

/* The columns that are suggested as keys, but not surely. */
static tacit_status find_doubtful(tacit_ctx *cx, const tacit_description *d, tacit_select *out)
{
    size_t *at = NULL, n = 0;
    TACIT_TRY(tacit_scratch(cx, d->n, sizeof *at, &at));
    for (size_t j = 0; j < d->n; j++)
        if (d->suggestion[j].role == TACIT_ROLE_KEY &&
            tacit_suggestion_roles(&d->suggestion[j]) == 0)
            at[n++] = j;
    *out = (tacit_select){ .n = n, .at = at };
    return TACIT_OK;
}

static tacit_status put_keys(tacit_ctx *cx, const looked *l, tacit_description *d, json_t *results)
{
    tacit_select keys = { 0 }, doubtful = { 0 };
    tacit_key_report report;
    tacit_key_doubt doubt;
    tacit_result *result = NULL;
    TACIT_TRY(tacit_table_with_role(cx, l->table, TACIT_ROLE_KEY, &keys));
    if (keys.n == 0 || l->rows == 0)
        return TACIT_OK;
    tacit_stage(cx, "Counting who is unique");
    TACIT_TRY(l->there != NULL ? tacit_counted_keys(cx, l->there, &keys, d->profile, &report)
                               : tacit_keys_measure(cx, l->table, &keys, d->profile, &report));
    TACIT_TRY(find_doubtful(cx, d, &doubtful));
    if (doubtful.n > 0) {
        TACIT_TRY(l->there != NULL ? tacit_counted_doubt(cx, l->there, &keys, &doubtful, &doubt)
                                   : tacit_keys_doubt(cx, l->table, &keys, &doubtful, &doubt));
        d->doubt = &doubt;
    }
    TACIT_TRY(tacit_describe_keys(cx, d, &report, &result));
    d->doubt = NULL;
    return tacit_json_add(cx, results, result);
}

/* Warn of records that are copies of others, if they are few: of a file with few columns all are.
 */
static tacit_status warn_of_copies(tacit_ctx *cx, const looked *l)
{
    enum { LEAST_ROWS = 20, LEAST_COLUMNS = 3, MOST_CELLS = 20000000 };
    const size_t rows = l->rows, n = tacit_table_columns(l->table);
    size_t *at = NULL, copies = 0;
    if (rows < LEAST_ROWS || n < LEAST_COLUMNS || rows > MOST_CELLS / n)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *at, &at));
    for (size_t j = 0; j < n; j++)
        at[j] = j;
    const tacit_select all = { .n = n, .at = at };
    TACIT_TRY(l->there != NULL ? tacit_counted_copies(cx, l->there, &all, &copies)
                               : tacit_keys_copies(cx, l->table, &all, &copies));
    if (copies > 0 && copies <= rows / 10)
        tacit_warn(cx,
                   "%zu record%s a copy of another in all columns. If that is a mistake, remove "
                   "%s first: copies make records look less unique than they are.",
                   copies, copies == 1 ? " is" : "s are each", copies == 1 ? "it" : "them");
    return TACIT_OK;
}

/* The mark that may stand between the columns of which `name` is all names, or NULL: a blank only
 * if there are more than one, since names have blanks. */
static const char *find_mark(const char *name)
{
    const char *found = strpbrk(name, ";|\t,:~^#");
    if (found != NULL)
        return found;
    found = strchr(name, ' ');
    return found != NULL && strchr(found + 1, ' ') != NULL ? found : NULL;
}

/* Warn of data that was read as one column, if that column seems to hold several. */
static void warn_of_one_column(tacit_ctx *cx, const tacit_table *table)
{
    if (tacit_table_columns(table) != 1)
        return;
    const char *found = find_mark(tacit_column_name(tacit_table_column(table, 0)));
    if (found != NULL)
        tacit_warn(cx,
                   "The data has one column only, and its name holds a mark that may stand between "
                   "columns: say --delimiter '%.*s'.",
                   *found == '\t' ? 3 : 1, *found == '\t' ? "tab" : found);
}

/* Whether a column of numbers has one of them for its name, which is no year. */
static bool is_named_by_value(const tacit_profile *p)
{
    enum { FIRST_YEAR = 1900, LAST_YEAR = 2100 };
    double x;
    if ((p->type & TACIT_TYPE_NUMBER) == 0 || !tacit_parse_real(p->name, &x))
        return false;
    const bool year = x >= FIRST_YEAR && x <= LAST_YEAR && floor(x) >= x;
    return !year && x >= p->least && x <= p->most;
}

/* Warn of a first line that was taken for names and seems to be a record. */
static void warn_of_no_names(tacit_ctx *cx, const tacit_profile *profile, size_t n)
{
    size_t values = 0;
    for (size_t j = 0; j < n; j++)
        values += is_named_by_value(&profile[j]);
    if (values > 0)
        tacit_warn(cx,
                   "The first line gave the columns their names, and %zu of them %s like a value "
                   "of %s column: say --no-header (in a plan header: false under data) if it is a "
                   "record.",
                   values, values == 1 ? "looks" : "look", values == 1 ? "its" : "their");
}

static tacit_status put_results(tacit_ctx *cx, looked *l, json_t *record)
{
    tacit_description *d = &l->d;
    tacit_result *roles = NULL, *values = NULL;
    json_t *part = json_pack("{s:[], s:[]}", "models", "risks");
    TACIT_TRY(tacit_json_put(cx, record, "before", part));
    json_t *results = json_object_get(part, "risks");
    TACIT_TRY(tacit_describe_roles(cx, d, &roles));
    TACIT_TRY(tacit_json_add(cx, results, roles));
    TACIT_TRY(put_keys(cx, l, d, results));
    TACIT_TRY(tacit_describe_values(cx, d, &values));
    return tacit_json_add(cx, results, values);
}

/* ---- reading ---- */

static tacit_status load(tacit_ctx *cx, tacit_work *w)
{
    tacit_data *data = NULL;
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status status = tacit_data_load(cx, data, NULL, &w->data);
    tacit_data_close(data);
    return status;
}

/* ---- looking ---- */

/* Suggest roles, and give them to the table. */
static tacit_status suggest(tacit_ctx *cx, looked *l, const tacit_profile *profile)
{
    const size_t n = tacit_table_columns(l->table);
    tacit_suggestion *suggestion = NULL;
    TACIT_TRY(tacit_role_suggest_all(cx, profile, n, &suggestion));
    for (size_t j = 0; j < n; j++)
        tacit_table_set_roles(l->table, j, tacit_suggestion_roles(&suggestion[j]));
    l->d = (tacit_description){ .n = n, .profile = profile, .suggestion = suggestion };
    return TACIT_OK;
}

/* What was counted stands where the account of a table has what is in memory. */
static tacit_status account_counts(tacit_ctx *cx, const looked *l, json_t *data)
{
    json_t *columns = json_object_get(data, "columns");
    TACIT_TRY(tacit_json_put(cx, data, "rows", json_integer((json_int_t)l->rows)));
    for (size_t j = 0; j < l->d.n; j++) {
        const tacit_profile *p = &l->d.profile[j];
        json_t *column = json_array_get(columns, j);
        TACIT_TRY(tacit_json_put(cx, column, "missing", json_integer((json_int_t)p->missing)));
        TACIT_TRY(tacit_json_put(cx, column, "distinct", json_integer((json_int_t)p->distinct)));
    }
    return TACIT_OK;
}

static tacit_status tell(tacit_ctx *cx, const tacit_work *w, const tacit_plan *plan, looked *l)
{
    TACIT_TRY(tacit_account_table(cx, w->record, "data", w->plan->data, l->table, false));
    json_t *data = json_object_get(w->record, "data");
    if (l->there != NULL)
        TACIT_TRY(account_counts(cx, l, data));
    TACIT_TRY(put_options(cx, plan, data));
    TACIT_TRY(put_profiles(cx, &l->d, w->record));
    return put_results(cx, l, w->record);
}

/* Look at a table on a server, and fetch none of its rows. */
static tacit_status look_there(tacit_ctx *cx, tacit_work *w, tacit_data *data)
{
    looked l = { .there = data };
    tacit_profile *profile = NULL;
    TACIT_TRY(tacit_work_shape(cx, w, data, &w->data));
    l.table = w->data;
    tacit_stage(cx, "Counting values");
    TACIT_TRY(tacit_counted_profile(cx, data, &profile));
    l.rows = profile[0].rows;
    TACIT_TRY(warn_of_copies(cx, &l));
    TACIT_TRY(suggest(cx, &l, profile));
    return tell(cx, w, w->plan, &l);
}

/* Look at data in memory. */
static tacit_status look_here(tacit_ctx *cx, tacit_work *w)
{
    looked l = { 0 };
    tacit_profile *profile = NULL;
    const tacit_plan *plan = NULL;
    TACIT_TRY(tacit_found_load(cx, w, load, &plan));
    l.table = w->data;
    l.rows = tacit_table_rows(w->data);
    warn_of_one_column(cx, w->data);
    TACIT_TRY(warn_of_copies(cx, &l));
    tacit_stage(cx, "Looking at columns");
    TACIT_TRY(tacit_profile_table(cx, w->data, &profile));
    warn_of_no_names(cx, profile, tacit_table_columns(w->data));
    TACIT_TRY(suggest(cx, &l, profile));
    return tell(cx, w, plan, &l);
}

tacit_status tacit_inspect(tacit_ctx *cx, tacit_work *w)
{
    tacit_data *data = NULL;
    if (!tacit_data_is_served(w->plan->data) || w->fetch)
        return look_here(cx, w);
    TACIT_TRY(tacit_work_open(cx, w, &data));
    const tacit_status status = look_there(cx, w, data);
    tacit_data_close(data);
    return status;
}

static const tacit_param PARAMS[] = { TACIT_TASK_REPORT, TACIT_PARAM_END };

const tacit_task tacit_task_inspect = {
    .section = { .about = { .name = "inspect",
                            .title = "Data profile",
                            .summary = "profile every column and suggest its role",
                            .params = PARAMS } },
    .takes = TACIT_TAKES_SOURCE,
    .needs = TACIT_PART_DATA,
    .layout = TACIT_LAYOUT_COLUMNS,
    .arguments = "DATA",
    .positions = "data",
    .details = "Says for each column its type, how many values are missing and how many are "
               "distinct, suggests a role (identifier, key, sensitive, weight ...) with the "
               "reason, and says how many records are unique on the suggested keys. Nothing is "
               "changed.",
    .examples =
        (const tacit_task_example[]){
            { "inspect survey.csv", "What is in the file, and what is risky?" },
            { "inspect survey.csv --delimiter ';' --decimal ,", "A file with semicolons." },
            { NULL, NULL },
        },
    .words = { .plain = "Inspected: the columns of the data and what they could reveal.",
               .risks = "What it could reveal" },
    .run = tacit_inspect,
};
