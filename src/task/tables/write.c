/*
 * write.c - the files that protected tables are written to.
 */
#include "task/tables/write.h"

#include <string.h>

#include "engine/csv_rules.h"
#include "plan/cells.h"
#include "tabular/format/intermediate.h"
#include "tabular/format/jj.h"
#include "tabular/format/json_stat.h"
#include "task/tables/certify/certify.h"
#include "task/tables/publish.h"

/* One file on its way. */
typedef struct file {
    tacit_work *w;
    const tacit_tabulation *t;
    const char *path;
    const tacit_args *args; /* for TACIT_WRITE_PARAMS, or NULL */
    const char *kind;       /* if everybody may see it */
    const char *staged;     /* where it was written, NULL if in memory */
    tacit_grid *grid;       /* its tables */
    size_t n;
} file;

/* ---- what is asked for ---- */

static size_t choice_of(const tacit_args *args, size_t arg)
{
    return args == NULL || args->n == 0 ? 0 : tacit_arg_choice(args, arg);
}

static enum tacit_write_format format_of(const char *path, const tacit_args *args)
{
    const size_t asked = choice_of(args, TACIT_WRITE_FORMAT);
    if (asked != TACIT_FORMAT_OF_ENDING)
        return (enum tacit_write_format)asked;
    if (tacit_name_ends(path, ".json") || tacit_name_ends(path, ".jsonstat"))
        return TACIT_FORMAT_JSON_STAT;
    if (tacit_name_ends(path, ".tab"))
        return TACIT_FORMAT_INTERMEDIATE;
    return tacit_name_ends(path, ".jj") ? TACIT_FORMAT_JJ : TACIT_FORMAT_OF_ENDING;
}

/* Whether a file names the table. */
static bool has_table(const tacit_args *args, const char *name)
{
    const tacit_value *names = args == NULL || args->n == 0 ? NULL : &args->at[TACIT_WRITE_TABLE];
    if (names == NULL || !names->given)
        return true;
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->texts[i], name) == 0)
            return true;
    return false;
}

static const char *table_name(const void *user, size_t i)
{
    const tacit_plan *plan = user;
    return plan->table[i].name;
}

/* Every table that a file names is one of the plan. */
static tacit_status check_tables(tacit_ctx *cx, const tacit_plan *plan, const tacit_args *args)
{
    const tacit_value *names = &args->at[TACIT_WRITE_TABLE];
    for (size_t i = 0; i < names->n; i++) {
        size_t k = 0;
        while (k < plan->n_tables && strcmp(plan->table[k].name, names->texts[i]) != 0)
            k++;
        const char *near = tacit_suggest(names->texts[i], plan->n_tables, table_name, plan);
        if (k == plan->n_tables)
            return tacit_fail(cx, TACIT_ERR_INPUT, "%s: there is no table '%s' to be written%s%s%s",
                              plan->file, names->texts[i], near != NULL ? "; perhaps '" : ".",
                              near != NULL ? near : "", near != NULL ? "' is meant." : "");
    }
    return TACIT_OK;
}

/* Tables have no dialect: what stands in them is read by programs, and certified as it stands. */
static tacit_status check_plain(tacit_ctx *cx, const tacit_plan *plan, const tacit_args *args)
{
    for (size_t i = TACIT_WRITE_DELIMITER; i <= TACIT_WRITE_LINE_END; i++)
        if (tacit_arg_given(args, i))
            return tacit_fail(
                cx, TACIT_ERR_INPUT,
                "%s: tables are written as plain text, so '%s' does not go with them.", plan->file,
                TACIT_WRITE_PARAMS[i].name);
    return TACIT_OK;
}

static tacit_status check_file(tacit_ctx *cx, const tacit_work *w, const char *path,
                               const tacit_args *args)
{
    const enum tacit_write_format format = format_of(path, args);
    const bool cross = choice_of(args, TACIT_WRITE_LAYOUT) == TACIT_CELLS_CROSS;
    size_t n = 0;
    if (args != NULL && args->n > 0) {
        TACIT_TRY(check_tables(cx, w->plan, args));
        TACIT_TRY(check_plain(cx, w->plan, args));
    }
    for (size_t i = 0; i < w->plan->n_tables; i++) {
        const tacit_value *of = &w->plan->table[i].args.at[TACIT_TABLE_OF];
        n += has_table(args, w->plan->table[i].name) ? (of->n > 1 ? of->n : 1) : 0;
    }
    if ((cross || format == TACIT_FORMAT_INTERMEDIATE) && n != 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "%s: %s holds one table; name it under 'table' where it is written.",
                          w->plan->file, path);
    return format == TACIT_FORMAT_OF_ENDING ? tacit_work_check_table(cx, w, path) : TACIT_OK;
}

tacit_status tacit_tables_check_files(tacit_ctx *cx, const tacit_work *w)
{
    const tacit_plan *plan = w->plan;
    TACIT_TRY(check_file(cx, w, plan->output, &plan->layout));
    for (size_t i = 0; i < plan->n_writes; i++)
        TACIT_TRY(
            check_file(cx, w, tacit_arg_text(&plan->write[i], TACIT_WRITE_PATH), &plan->write[i]));
    return TACIT_OK;
}

/* ---- formats ---- */

/* Whether a file has a certificate: the output, if it has all tables. */
static bool is_certified(const file *f)
{
    size_t n = 0;
    for (size_t g = 0; g < f->t->n_cubes; g++)
        n += f->t->cube[g].n_tables;
    return f->path == f->w->plan->output && f->n == n;
}

/* Certify the file as what was staged; nothing if it has no certificate. */
static tacit_status certify_form(tacit_ctx *cx, const file *f, tacit_form form)
{
    const tacit_certify_job job = { .tables = f->t, .form = form, .staged = f->staged };
    return is_certified(f) && f->staged != NULL ? tacit_certify_release(cx, f->w, &job) : TACIT_OK;
}

/* Stage `page` in the format of the ending of `as`, or of the file's own if it is NULL. */
static tacit_status write_page(tacit_ctx *cx, file *f, const char *as, const tacit_table *page)
{
    if (as == NULL && tacit_session_is_memory(f->path))
        return tacit_work_write_table(cx, f->w, f->kind, f->path, page);
    TACIT_TRY(tacit_work_stage(cx, f->w, f->path, &f->staged));
    TACIT_TRY(tacit_write_table(cx, page, as != NULL ? as : f->path, f->staged));
    return tacit_work_list(cx, f->w, f->kind, f->path, f->staged);
}

/* The tables with numbers as an engine would read them, for the certificate. */
static tacit_status certify_rows(tacit_ctx *cx, const file *f)
{
    tacit_table *page = NULL;
    TACIT_TRY(tacit_tables_publish(cx, f->t, f->grid, f->n, TACIT_TYPE_REAL, &page));
    const tacit_certify_job job = { .tables = f->t, .form = TACIT_FORM_ROWS, .rows = page };
    const tacit_status status = tacit_certify_release(cx, f->w, &job);
    tacit_table_free(page);
    return status;
}

/* In a format that an engine knows: that of its ending, or that of the ending of `as`. */
static tacit_status write_rows(tacit_ctx *cx, file *f, const char *as)
{
    const bool cross = choice_of(f->args, TACIT_WRITE_LAYOUT) == TACIT_CELLS_CROSS;
    const tacit_type fractions =
        tacit_csv_is_text(as != NULL ? as : f->path) ? TACIT_TYPE_CATEGORY : TACIT_TYPE_REAL;
    tacit_table *page = NULL;
    TACIT_TRY(cross ? tacit_tables_cross(cx, f->grid, &page)
                    : tacit_tables_publish(cx, f->t, f->grid, f->n, fractions, &page));
    const tacit_status status = write_page(cx, f, as, page);
    tacit_table_free(page);
    TACIT_TRY(status);
    if (as != NULL) /* its name does not say how it is read */
        return TACIT_OK;
    if (cross)
        return certify_form(cx, f, TACIT_FORM_CROSS);
    return is_certified(f) ? certify_rows(cx, f) : TACIT_OK;
}

/* Stage `text` (freed) unless it could not be made. */
static tacit_status write_text(tacit_ctx *cx, file *f, const char *kind, const char *target,
                               tacit_buffer *text, tacit_status status)
{
    if (status == TACIT_OK)
        status = tacit_work_stage(cx, f->w, target, &f->staged);
    if (status == TACIT_OK)
        status = tacit_staged_write(cx, f->staged, text->text, text->length);
    tacit_buffer_free(text);
    return status == TACIT_OK ? tacit_work_list(cx, f->w, kind, target, f->staged) : status;
}

static tacit_status write_json_stat(tacit_ctx *cx, file *f)
{
    tacit_buffer text = { 0 };
    const tacit_status status = tacit_json_stat_write(cx, f->grid, f->n, &text);
    TACIT_TRY(write_text(cx, f, f->kind, f->path, &text, status));
    return certify_form(cx, f, TACIT_FORM_JSON_STAT);
}

static tacit_status write_jj(tacit_ctx *cx, file *f)
{
    tacit_buffer text = { 0 };
    const tacit_status status = tacit_jj_write(cx, f->t->system, &text);
    return write_text(cx, f, "jj", f->path, &text, status);
}

/* The path without its ending, and the name in it. */
static tacit_status stem_of(tacit_ctx *cx, const char *path, char **stem, const char **name)
{
    const char *slash = strrchr(path, '/');
    TACIT_TRY(tacit_scratch_text(cx, path, stem));
    *name = *stem + (slash != NULL ? slash + 1 - path : 0);
    char *dot = strrchr(*stem, '.');
    if (dot != NULL && dot > *name)
        *dot = '\0';
    return TACIT_OK;
}

/* The trees of the dimensions that have one. */
static tacit_status write_trees(tacit_ctx *cx, file *f, const char *kind, const char *stem)
{
    for (size_t k = 0; k < f->grid->table->n; k++) {
        tacit_buffer text = { 0 };
        char *path = NULL;
        if (!tacit_intermediate_is_tree(f->grid, k))
            continue;
        TACIT_TRY(tacit_scratch_format(cx, &path, "%s_%zu.hrc", stem, k + 1));
        const tacit_status status = tacit_intermediate_tree(cx, f->grid, k, &text);
        TACIT_TRY(write_text(cx, f, kind, path, &text, status));
    }
    return TACIT_OK;
}

/* The cells last, since their certificate tells of the others. */
static tacit_status write_intermediate(tacit_ctx *cx, file *f)
{
    const bool shown = choice_of(f->args, TACIT_WRITE_HIDDEN) == TACIT_HIDDEN_SHOWN;
    const char *kind = shown ? "intermediate" : f->kind, *beside = shown ? kind : "table";
    tacit_buffer text = { 0 };
    char *stem = NULL, *metadata = NULL;
    const char *name = NULL;
    TACIT_TRY(stem_of(cx, f->path, &stem, &name));
    TACIT_TRY(tacit_scratch_format(cx, &metadata, "%s.rda", stem));
    tacit_status status = tacit_intermediate_metadata(cx, f->grid, shown, name, &text);
    TACIT_TRY(write_text(cx, f, beside, metadata, &text, status));
    TACIT_TRY(write_trees(cx, f, beside, stem));
    status = tacit_intermediate_cells(cx, f->grid, shown, &text);
    TACIT_TRY(write_text(cx, f, kind, f->path, &text, status));
    return shown ? TACIT_OK : certify_form(cx, f, TACIT_FORM_INTERMEDIATE);
}

/* ---- all of it ---- */

/* The tables of the file, each at its first cell. */
static tacit_status find_tables(tacit_ctx *cx, file *f)
{
    size_t most = 0;
    for (size_t g = 0; g < f->t->n_cubes; g++)
        most += f->t->cube[g].n_tables;
    TACIT_TRY(tacit_scratch(cx, most, sizeof *f->grid, &f->grid));
    for (size_t g = 0; g < f->t->n_cubes; g++)
        for (size_t k = 0; k < f->t->cube[g].n_tables; k++)
            if (has_table(f->args, f->w->plan->table[f->t->cube[g].table[k].number].name))
                TACIT_TRY(tacit_grid_begin(cx, f->t, g, k, &f->grid[f->n++]));
    return TACIT_OK;
}

/* `as`, or NULL if the path has its ending anyhow. */
static const char *as_named(const char *path, const char *as)
{
    return tacit_name_ends(path, strchr(as, '.')) ? NULL : as;
}

/* The same for CSV, which text files are too. */
static const char *as_csv(const char *path)
{
    return tacit_name_ends(path, ".txt") ? NULL : as_named(path, "tables.csv");
}

static tacit_status write_file(tacit_ctx *cx, file *f)
{
    TACIT_TRY(find_tables(cx, f));
    switch (format_of(f->path, f->args)) {
    case TACIT_FORMAT_JSON_STAT:
        return write_json_stat(cx, f);
    case TACIT_FORMAT_INTERMEDIATE:
        return write_intermediate(cx, f);
    case TACIT_FORMAT_JJ:
        return write_jj(cx, f);
    case TACIT_FORMAT_CSV:
        return write_rows(cx, f, as_csv(f->path));
    case TACIT_FORMAT_PARQUET:
        return write_rows(cx, f, as_named(f->path, "tables.parquet"));
    default:
        return write_rows(cx, f, NULL);
    }
}

tacit_status tacit_tables_write(tacit_ctx *cx, tacit_work *w, const tacit_tabulation *t)
{
    const tacit_plan *plan = w->plan;
    for (size_t i = 0; i < plan->n_writes; i++) {
        file other = { .w = w,
                       .t = t,
                       .path = tacit_arg_text(&plan->write[i], TACIT_WRITE_PATH),
                       .args = &plan->write[i],
                       .kind = "table" };
        TACIT_TRY(write_file(cx, &other));
    }
    /* Last, since its certificate tells of the others. */
    file output = { .w = w, .t = t, .path = plan->output, .args = &plan->layout, .kind = "data" };
    return write_file(cx, &output);
}
