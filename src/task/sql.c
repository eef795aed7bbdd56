/*
 * sql.c - queries for engines that tacit cannot speak to: people carry them there, and files back.
 *
 * Three turns.  The plan's data has the columns of a table and perhaps no row.  First the query
 * that counts the table is printed; its answer is the plan's `histogram`.  Then everything is
 * decided on that, and what makes the release is printed, under a name that says that nobody has
 * checked it, with the query that counts what was written.  The answer to that is judged at last:
 * what was written, never the promise.
 *
 * Names are quoted and values are literals of the dialect; no other text of a user gets into SQL.
 */
#include <string.h>
#include <strings.h>

#include "engine/counted.h"
#include "engine/sql.h"
#include "run/account.h"
#include "run/sql/sql.h"
#include "run/stream/stream.h"
#include "task/tasks.h"

enum { DIALECT, TABLE, INTO, ROWS, COUNTED };

static const char *const DIALECTS[] = {
#define TACIT_SQL_DIALECT(id) #id,
#include "engine/sql/dialects.def"
#undef TACIT_SQL_DIALECT
    NULL
};

/* What the name of a release ends with until it was checked. */
#define UNCHECKED "_unchecked"

typedef struct saying {
    tacit_work *w;
    const tacit_sql_dialect *sql;
    tacit_carried carried;
    tacit_buffer source, made, renamed; /* quoted names */
    tacit_buffer out;
} saying;

/* ---- names ---- */

/* Append the quoted path with `ending` after its last name; the last name alone if not `whole`. */
static tacit_status put_path(tacit_ctx *cx, const saying *s, const char *path, const char *ending,
                             bool whole, tacit_buffer *out)
{
    const char *part[TACIT_SQL_PARTS] = { NULL };
    size_t n = 0;
    char *last = NULL;
    TACIT_TRY(tacit_sql_parts(cx, path, part, &n));
    TACIT_TRY(tacit_scratch_format(cx, &last, "%s%s", part[n - 1], ending));
    part[n - 1] = last;
    return tacit_sql_put_path(cx, s->sql, whole ? part : part + n - 1, whole ? n : 1, out);
}

static tacit_status find_names(tacit_ctx *cx, saying *s)
{
    const tacit_args *args = &s->w->ask->args;
    const char *table = tacit_arg_text(args, TABLE);
    const char *into = tacit_arg_given(args, INTO) ? tacit_arg_text(args, INTO) : "released";
    const char *dialect = DIALECTS[tacit_arg_choice(args, DIALECT)];
    s->sql = (const tacit_sql_dialect *)tacit_catalog_get(&tacit_sql_catalog, dialect);
    if (strcasecmp(table, "data") == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Queries use the name 'data'; name the table with its schema.");
    for (size_t j = 0; j < s->carried.data->schema.n; j++)
        if (strncmp(s->carried.data->schema.field[j].name, "tacit_", 6) == 0)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' has a name that queries use; names of columns must not "
                              "begin with 'tacit_'.",
                              s->carried.data->schema.field[j].name);
    TACIT_TRY(put_path(cx, s, table, "", true, &s->source));
    TACIT_TRY(put_path(cx, s, into, UNCHECKED, true, &s->made));
    return put_path(cx, s, into, "", s->sql->qualified, &s->renamed);
}

/* ---- queries ---- */

static tacit_status find_fields(tacit_ctx *cx, const tacit_data *data, const tacit_select *columns,
                                tacit_sql_field **out)
{
    TACIT_TRY(tacit_scratch(cx, columns->n, sizeof **out, out));
    for (size_t c = 0; c < columns->n; c++) {
        const tacit_field *f = &data->schema.field[columns->at[c]];
        (*out)[c] = (tacit_sql_field){ .name = f->name, .type = f->type };
    }
    return TACIT_OK;
}

/* Append the query that counts the rows of a table with the columns of `data`. */
static tacit_status put_count(tacit_ctx *cx, saying *s, const tacit_data *data, const char *table)
{
    const unsigned more = tacit_stream_needs_sensitive(s->w->plan) ? TACIT_ROLE_SENSITIVE : 0;
    tacit_select keys = { 0 }, weight = { 0 };
    tacit_sql_field *field = NULL, *sum = NULL;
    TACIT_TRY(tacit_work_columns(cx, s->w, data, TACIT_ROLE_KEY | more, &keys));
    TACIT_TRY(tacit_work_columns(cx, s->w, data, TACIT_ROLE_WEIGHT, &weight));
    if (keys.n == 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "Without keys there is nothing to count; say which columns are keys.");
    TACIT_TRY(find_fields(cx, data, &keys, &field));
    TACIT_TRY(find_fields(cx, data, &weight, &sum));
    const tacit_sql_query q = {
        .dialect = s->sql, .relation = table, .column = field, .n = keys.n
    };
    TACIT_TRY(tacit_sql_put_histogram(cx, &q, weight.n > 0 ? sum : NULL, &s->out));
    return tacit_buffer_text(cx, &s->out, ";\n");
}

static tacit_status put_total(tacit_ctx *cx, saying *s, const char *table)
{
    return tacit_buffer_format(cx, &s->out, "SELECT %s AS " TACIT_COUNTED_N " FROM %s;\n",
                               s->sql->count, table);
}

static tacit_status say_counting(tacit_ctx *cx, saying *s)
{
    TACIT_TRY(tacit_buffer_text(cx, &s->out,
                                "-- 1. Save the answer as Parquet, or as CSV with names, and name "
                                "the file in the\n--    plan: 'histogram: FILE'.\n"));
    TACIT_TRY(put_count(cx, s, s->carried.data, s->source.text));
    TACIT_TRY(tacit_buffer_text(cx, &s->out, "\n-- 2. How many records there are, for --rows.\n"));
    return put_total(cx, s, s->source.text);
}

/* Append a query of all columns of the table, each as one of our types under its name. */
static tacit_status put_rows(tacit_ctx *cx, const saying *s, tacit_buffer *out)
{
    tacit_select all = { 0 };
    tacit_sql_field *field = NULL;
    TACIT_TRY(tacit_data_select(cx, s->carried.data, NULL, &all));
    TACIT_TRY(find_fields(cx, s->carried.data, &all, &field));
    const tacit_sql_query q = {
        .dialect = s->sql, .relation = s->source.text, .column = field, .n = all.n
    };
    return tacit_sql_put_named(cx, &q, out);
}

/* Append the statement that makes the release. */
static tacit_status put_making(tacit_ctx *cx, saying *s)
{
    tacit_buffer rows = { 0 }, query = { 0 };
    tacit_status status = put_rows(cx, s, &rows);
    const tacit_sql_way how = { .dialect = s->sql,
                                .source = rows.text,
                                .shuffled = !s->w->plan->keeps_order };
    if (status == TACIT_OK)
        status = tacit_sql_select(cx, &how, s->carried.before, s->carried.decided, s->carried.steps,
                                  &query);
    if (status == TACIT_OK)
        status = tacit_sql_put_form(cx, s->sql->create, s->made.text, query.text, &s->out);
    tacit_buffer_free(&rows);
    tacit_buffer_free(&query);
    return status;
}

static tacit_status say_making(tacit_ctx *cx, saying *s, const tacit_data *after)
{
    TACIT_TRY(tacit_buffer_text(cx, &s->out,
                                "-- 1. Makes the release, unchecked.  The text holds values of the "
                                "data.\n"));
    TACIT_TRY(put_making(cx, s));
    TACIT_TRY(tacit_buffer_text(cx, &s->out,
                                ";\n\n-- 2. Must be what it was when the table was counted.\n"));
    TACIT_TRY(put_total(cx, s, s->source.text));
    TACIT_TRY(tacit_buffer_text(cx, &s->out,
                                "\n-- 3. Save the answer as before; 'tacit sql' with --counted "
                                "FILE judges it.\n"));
    TACIT_TRY(put_count(cx, s, after, s->made.text));
    TACIT_TRY(tacit_buffer_text(cx, &s->out,
                                "\n-- 4. When it holds, and only then, without the dashes:\n-- "));
    TACIT_TRY(tacit_sql_put_form(cx, s->sql->rename, s->made.text, s->renamed.text, &s->out));
    return tacit_buffer_text(cx, &s->out, ";\n");
}

/* ---- judging ---- */

/* The columns of the release, as data without rows. */
static tacit_status open_shape(tacit_ctx *cx, const saying *s, tacit_data **out)
{
    tacit_store *store = NULL;
    tacit_table *copy = NULL;
    TACIT_TRY(tacit_store_new(cx, &store));
    tacit_status status = tacit_table_copy(cx, s->carried.shape, &copy);
    if (status == TACIT_OK)
        status = tacit_store_put(cx, store, "released", copy);
    const tacit_source source = { .uri = "memory:released", .store = store };
    if (status == TACIT_OK)
        status = tacit_data_open(cx, &source, out);
    tacit_store_free(store);
    return status;
}

static tacit_status measure(tacit_ctx *cx, saying *s, tacit_data *written)
{
    uint64_t rows = 0;
    bool holds = true;
    TACIT_TRY(tacit_carried_judge(cx, s->w, &s->carried, written, &rows, &holds));
    TACIT_TRY(tacit_stream_account(cx, s->w, "protected", tacit_arg_text(&s->w->ask->args, COUNTED),
                                   s->carried.shape, rows));
    s->w->verdict = holds ? TACIT_VERDICT_HOLDS : TACIT_VERDICT_FAILS;
    return TACIT_OK;
}

/* `after`, the columns of the release, is taken over. */
static tacit_status judge(tacit_ctx *cx, saying *s, tacit_data *after)
{
    const tacit_source source = { .uri = tacit_arg_text(&s->w->ask->args, COUNTED),
                                  .memory = s->w->memory };
    tacit_data *written = NULL;
    TACIT_TRY(tacit_counted_open(cx, after, &source, &written));
    const tacit_status status = measure(cx, s, written);
    tacit_data_close(written);
    return status;
}

/* ---- all of it ---- */

static tacit_status go_on(tacit_ctx *cx, saying *s)
{
    tacit_data *after = NULL;
    const tacit_args *args = &s->w->ask->args;
    const uint64_t rows = tacit_arg_given(args, ROWS) ? (uint64_t)tacit_arg_integer(args, ROWS) : 0;
    TACIT_TRY(tacit_carried_decide(cx, s->w, rows, &s->carried));
    TACIT_TRY(open_shape(cx, s, &after));
    if (tacit_arg_given(args, COUNTED))
        return judge(cx, s, after);
    const tacit_status status = say_making(cx, s, after);
    tacit_data_close(after);
    return status;
}

static tacit_status take_turn(tacit_ctx *cx, saying *s)
{
    const bool counted = tacit_arg_given(&s->w->ask->args, COUNTED);
    TACIT_TRY(find_names(cx, s));
    if (s->w->plan->histogram == NULL && counted)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "What was made is held against the plan's 'histogram', and it has none.");
    TACIT_TRY(s->w->plan->histogram == NULL ? say_counting(cx, s) : go_on(cx, s));
    if (s->out.length == 0)
        return TACIT_OK;
    return tacit_json_put(cx, s->w->record, "says", json_string(s->out.text));
}

static tacit_status run(tacit_ctx *cx, tacit_work *w)
{
    saying s = { .w = w };
    TACIT_TRY(tacit_account_plan(cx, w));
    TACIT_TRY(tacit_work_open(cx, w, &s.carried.data));
    const tacit_status status = take_turn(cx, &s);
    tacit_carried_end(&s.carried);
    tacit_buffer_free(&s.source);
    tacit_buffer_free(&s.made);
    tacit_buffer_free(&s.renamed);
    tacit_buffer_free(&s.out);
    return status;
}

static const tacit_param PARAMS[] = {
    [DIALECT] = { .name = "dialect",
                  .type = TACIT_PARAM_CHOICE,
                  .need = TACIT_REQUIRED,
                  .choices = DIALECTS,
                  .help = "the SQL of the engine that has the table" },
    [TABLE] = { .name = "table",
                .type = TACIT_PARAM_TEXT,
                .need = TACIT_REQUIRED,
                .help = "name of the table there, such as SCHEMA.TABLE" },
    [INTO] = { .name = "into",
               .type = TACIT_PARAM_TEXT,
               .need = TACIT_OPTIONAL,
               .help = "name of the table that is to be made; 'released' if not given" },
    [ROWS] = { .name = "rows",
               .type = TACIT_PARAM_INTEGER,
               .need = TACIT_OPTIONAL,
               .min = 1,
               .max = 1e15,
               .help = "records of the table; the histogram must have as many" },
    [COUNTED] = { .name = "counted",
                  .type = TACIT_PARAM_FILE,
                  .need = TACIT_OPTIONAL,
                  .help = "what was counted of the table that was made, to be judged" },
    TACIT_PARAM_END
};

const tacit_task tacit_task_sql = {
    .section = { .about = { .name = "sql",
                            .title = "Release by SQL",
                            .summary =
                                "print the queries of a plan for an engine without a driver, "
                                "and judge their answers",
                            .params = PARAMS } },
    .needs = TACIT_PART_DATA,
    .layout = TACIT_LAYOUT_BRIEF,
    .arguments = "PLAN",
    .positions = "data",
    .details = "For tables of engines that tacit cannot connect to. The plan's data is a file with "
               "the columns of the table; rows are not looked at. Without a histogram in the plan "
               "the query is printed that counts one. With it the plan is decided, and the "
               "statement is printed that makes the release, with the query that counts it. With "
               "--counted the answer to that is judged: the exit status is 3 if a guarantee does "
               "not hold on what was written.",
    .examples =
        (const tacit_task_example[]){
            { "sql plan.yaml --dialect trino --table survey.people", "The query to count by." },
            { "sql plan.yaml --dialect trino --table survey.people --counted after.csv",
              "Is what was made safe?" },
            { NULL, NULL },
        },
    .words = { .plain = "Nothing was required.",
               .good = "Holds",
               .bad = "Does not hold",
               .good_meaning = "Each guarantee was measured on what was counted of the table that "
                               "was made. Give it its name.",
               .bad_meaning = "The table that was made does not have every required property. Drop "
                              "it." },
    .run = run,
};
