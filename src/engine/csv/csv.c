/*
 * csv.c - plain text files, read and written without a database.
 *
 * Columns of plain local files (csv_file.h) are read and counted here, several times faster than
 * through DuckDB.  All else about text files is DuckDB's: files that are not plain, or turn
 * out not to be, scanning, and counting what is large for the memory.  The rules (csv_rules.h) are
 * the same, and so are the results.
 */
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "engine/csv/file.h"
#include "engine/csv_rules.h"
#include "engine/csv/write.h"
#include "engine/fit.h"
#include "engine/grouped.h"

typedef struct csv_data {
    tacit_data base;
    tacit_csv_file file;
    char *uri;
    tacit_field *field;
    tacit_data *duck; /* the same file through DuckDB, or NULL */
} csv_data;

static bool reads(const char *uri)
{
    return tacit_name_ends(uri, ".csv") || tacit_name_ends(uri, ".tsv") ||
           tacit_name_ends(uri, ".txt");
}

static bool writes(const char *uri)
{
    return tacit_csv_is_text(uri);
}

static void publish_schema(csv_data *d)
{
    for (size_t j = 0; j < d->file.n; j++)
        d->field[j] = (tacit_field){ .name = d->file.name[j], .type = d->file.type[j] };
    d->base.schema = (tacit_schema){ .n = d->file.n, .field = d->field };
}

static void close_data(tacit_data *data)
{
    csv_data *d = (csv_data *)data;
    tacit_data_close(d->duck);
    tacit_csv_file_close(&d->file);
    tacit_free(d->field);
    tacit_free(d->uri);
    tacit_free(d);
}

/* `file` becomes the data's also on failure. */
static tacit_status fill_data(tacit_ctx *cx, const tacit_csv_file *file, csv_data *d)
{
    d->file = *file;
    TACIT_TRY(tacit_copy_text(cx, file->source.uri, &d->uri));
    TACIT_TRY(tacit_alloc(cx, file->n, sizeof *d->field, &d->field));
    d->file.source.uri = d->uri;
    d->base = (tacit_data){ .engine = &tacit_engine_csv, .uri = d->uri };
    publish_schema(d);
    return TACIT_OK;
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    tacit_csv_file file;
    bool plain = false;
    TACIT_TRY(tacit_csv_file_open(cx, source, &file, &plain));
    if (!plain)
        return tacit_engine_duckdb.open(cx, source, out);
    csv_data *d = NULL;
    tacit_status status = tacit_alloc(cx, 1, sizeof *d, &d);
    if (status != TACIT_OK) {
        tacit_csv_file_close(&file);
        return status;
    }
    status = fill_data(cx, &file, d);
    if (status != TACIT_OK) {
        close_data(&d->base);
        return status;
    }
    *out = &d->base;
    return TACIT_OK;
}

/* ---- through DuckDB ---- */

static tacit_status need_duck(tacit_ctx *cx, csv_data *d)
{
    return d->duck != NULL ? TACIT_OK : tacit_engine_duckdb.open(cx, &d->file.source, &d->duck);
}

static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    csv_data *d = (csv_data *)data;
    TACIT_TRY(need_duck(cx, d));
    TACIT_TRY(tacit_engine_duckdb.scan(cx, d->duck, columns, sink));
    d->base.schema = d->duck->schema;
    return TACIT_OK;
}

/* ---- by ourselves ---- */

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    csv_data *d = (csv_data *)data;
    bool plain = false;
    if (d->duck == NULL)
        TACIT_TRY(tacit_csv_file_read(cx, &d->file, columns, out, &plain));
    if (plain) {
        publish_schema(d);
        return TACIT_OK;
    }
    TACIT_TRY(need_duck(cx, d));
    TACIT_TRY(tacit_engine_duckdb.load(cx, d->duck, columns, out));
    d->base.schema = d->duck->schema;
    return TACIT_OK;
}

static tacit_status gives(tacit_ctx *cx, const tacit_source *source, const tacit_table *table,
                          bool *same)
{
    tacit_csv_file file;
    *same = false;
    tacit_stage(cx, "Reading %s back", source->uri);
    TACIT_TRY(tacit_csv_file_begin(cx, source, &file, same));
    if (!*same)
        return TACIT_OK;
    const tacit_status status = tacit_csv_file_gives(cx, &file, table, same);
    tacit_csv_file_close(&file);
    return status;
}

/* Whether the columns may be counted in memory: they are small beside what is allowed or, without
 * a limit, beside what the machine has. */
static bool fits(const csv_data *d)
{
    enum { SHARE = 4 };
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const double machine = pages > 0 && page > 0 ? (double)pages * (double)page : 0.0;
    return !tacit_data_is_large(tacit_source_path(&d->file.source), d->base.memory) &&
           (double)d->file.bytes * SHARE < machine;
}

/* Count in memory; `*out` stays NULL if the file or its weights are not plain. */
static tacit_status group_here(tacit_ctx *cx, csv_data *d, const tacit_select *keys, size_t weight,
                               tacit_table **out)
{
    const size_t mark = tacit_scratch_mark(cx), n = keys->n + (weight < d->file.n);
    size_t *at = NULL;
    tacit_table *t = NULL;
    bool plain = false;
    TACIT_TRY(tacit_scratch(cx, n + 1, sizeof *at, &at));
    memcpy(at, keys->at, keys->n * sizeof *at);
    at[keys->n] = weight;
    const tacit_select both = { .n = n, .at = at };
    TACIT_TRY(tacit_csv_file_read(cx, &d->file, &both, &t, &plain));
    publish_schema(d);
    tacit_status status = TACIT_OK;
    if (plain && (n == keys->n || (d->file.type[weight] & TACIT_TYPE_NUMBER) != 0))
        status = tacit_group_table(cx, t, keys->n, out);
    tacit_table_free(t);
    tacit_scratch_release(cx, mark);
    return status;
}

static tacit_status group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys, size_t weight,
                          tacit_table **out)
{
    csv_data *d = (csv_data *)data;
    *out = NULL;
    if (d->duck == NULL && fits(d))
        TACIT_TRY(group_here(cx, d, keys, weight, out));
    if (*out != NULL)
        return TACIT_OK;
    TACIT_TRY(need_duck(cx, d));
    TACIT_TRY(tacit_engine_duckdb.group(cx, d->duck, keys, weight, out));
    d->base.schema = d->duck->schema;
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_csv = {
    .about = { .name = "csv",
               .title = "Plain text files",
               .summary = "Reads and writes CSV and TSV files by itself where they are plain; "
                          "DuckDB does the rest.",
               .source = "Shafranovich (2005), RFC 4180; Langdale and Lemire (2019), VLDB Journal "
                         "28(6)",
               .params = PARAMS },
    .endings = ".csv .tsv .txt",
    .reads = reads,
    .writes = writes,
    .open = open_data,
    .close = close_data,
    .scan = scan,
    .load = load,
    .gives = gives,
    .group = group,
    .write = tacit_csv_write,
};
