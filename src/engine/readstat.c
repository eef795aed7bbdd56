/*
 * readstat.c - the driver for files of Stata, SPSS and SAS, through ReadStat.
 *
 * Opening reads the file once for its schema, each scan or load once more, each time
 * in a child with limits (readstat_child.c); see readstat_file.c for types and missing
 * values, readstat_write.c for writing.  Groups are rows with count 1: the file cannot
 * count, and the classes that are built from them do.
 */
#include "engine/readstat_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

static bool reads(const char *uri)
{
    return strstr(uri, "://") == NULL && tacit_readstat_format_find(uri) != NULL;
}

static bool writes(const char *uri)
{
    return reads(uri) && tacit_readstat_format_find(uri)->writable;
}

/* Open the file itself: it must be a regular one with something in it. */
static tacit_status open_file(tacit_ctx *cx, tacit_readstat_file *f)
{
    f->job.fd = open(f->uri, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (f->job.fd < 0)
        return tacit_fail(cx, TACIT_ERR_IO, "File '%s' cannot be opened: %s.", f->uri,
                          strerror(errno));
    struct stat about;
    if (fstat(f->job.fd, &about) != 0)
        return tacit_fail(cx, TACIT_ERR_IO, "File '%s' cannot be read: %s.", f->uri,
                          strerror(errno));
    if (S_ISDIR(about.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "'%s' is a directory, not a file.", f->uri);
    if (!S_ISREG(about.st_mode))
        return tacit_fail(cx, TACIT_ERR_IO, "'%s' is not a regular file.", f->uri);
    if (about.st_size == 0)
        return tacit_fail(cx, TACIT_ERR_DATA, "File '%s' is empty.", f->uri);
    f->job.size = (uint64_t)about.st_size;
    return TACIT_OK;
}

static tacit_status open_source(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    tacit_readstat_file *f = NULL;
    TACIT_TRY(tacit_alloc(cx, 1, sizeof *f, &f));
    f->job = (tacit_readstat_job){ .fd = -1,
                                   .memory = source->memory,
                                   .format = tacit_readstat_format_find(source->uri) };
    TACIT_ASSERT(f->job.format != NULL);
    tacit_status status = tacit_copy_text(cx, source->uri, &f->uri);
    f->job.uri = f->uri;
    f->data = (tacit_data){ .engine = &tacit_engine_readstat, .uri = f->uri };
    if (status == TACIT_OK)
        status = open_file(cx, f);
    if (status == TACIT_OK)
        status = tacit_readstat_file_survey(cx, f);
    if (status != TACIT_OK) {
        tacit_readstat_file_free(f);
        return status;
    }
    *out = &f->data;
    return TACIT_OK;
}

static void close_data(tacit_data *data)
{
    tacit_readstat_file_free((tacit_readstat_file *)data);
}

static tacit_status scan(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         const tacit_sink *sink)
{
    return tacit_readstat_rows(cx, (tacit_readstat_file *)data, columns, sink, NULL, NULL);
}

static tacit_status load(tacit_ctx *cx, tacit_data *data, const tacit_select *columns,
                         tacit_table **out)
{
    return tacit_readstat_rows(cx, (tacit_readstat_file *)data, columns, NULL, NULL, out);
}

/* Add a column of ones. */
static tacit_status add_count(tacit_ctx *cx, tacit_table *t)
{
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, TACIT_COUNT, TACIT_TYPE_INTEGER, tacit_table_rows(t), &b));
    const int64_t one = 1;
    for (size_t i = 0; i < tacit_table_rows(t); i++) {
        const tacit_status status = tacit_builder_integers(cx, b, &one, NULL, 1);
        if (status != TACIT_OK) {
            tacit_builder_free(b);
            return status;
        }
    }
    tacit_column *count = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &count));
    return tacit_table_add(cx, t, count);
}

static tacit_status copy_weights(tacit_ctx *cx, const tacit_column *w, tacit_builder *b)
{
    for (size_t i = 0; i < tacit_column_length(w); i++) {
        if (tacit_column_is_missing(w, i)) {
            TACIT_TRY(tacit_builder_missing(cx, b));
            continue;
        }
        const double x = tacit_column_number(w, i);
        TACIT_TRY(tacit_builder_reals(cx, b, &x, NULL, 1));
    }
    return TACIT_OK;
}

/* Replace the last column but one, the weight, by a REAL one at the end. */
static tacit_status add_weight(tacit_ctx *cx, tacit_table *t)
{
    const size_t j = tacit_table_columns(t) - 2;
    const tacit_column *w = tacit_table_column(t, j);
    tacit_builder *b = NULL;
    TACIT_TRY(tacit_builder_new(cx, TACIT_WEIGHT, TACIT_TYPE_REAL, tacit_table_rows(t), &b));
    const tacit_status status = copy_weights(cx, w, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    tacit_column *sum = NULL;
    TACIT_TRY(tacit_builder_finish(cx, b, &sum));
    TACIT_TRY(tacit_table_add(cx, t, sum));
    tacit_table_drop(t, j);
    return TACIT_OK;
}

static tacit_status group(tacit_ctx *cx, tacit_data *data, const tacit_select *keys, size_t weight,
                          tacit_table **out)
{
    const bool weighted = weight < data->schema.n;
    if (weighted && data->schema.field[weight].type == TACIT_TYPE_CATEGORY)
        return tacit_fail(cx, TACIT_ERR_INPUT, "Column '%s' holds texts and cannot be a weight.",
                          data->schema.field[weight].name);
    size_t *at = NULL;
    TACIT_TRY(tacit_scratch(cx, keys->n + 1, sizeof *at, &at));
    for (size_t c = 0; c < keys->n; c++)
        at[c] = keys->at[c];
    at[keys->n] = weight;
    const tacit_select both = { .n = keys->n + weighted, .at = at };
    tacit_table *t = NULL;
    TACIT_TRY(load(cx, data, &both, &t));
    tacit_status status = add_count(cx, t);
    if (status == TACIT_OK && weighted)
        status = add_weight(cx, t);
    if (status != TACIT_OK) {
        tacit_table_free(t);
        return status;
    }
    *out = t;
    return TACIT_OK;
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

/* Files of statistical packages. */
const tacit_engine tacit_engine_readstat = {
    .about = { .name = "readstat",
               .title = "Files of Stata, SPSS and SAS",
               .summary = "Reads and writes the files of statistical packages, with labels.",
               .source = "ReadStat 1.1.8, Miller (2022)",
               .params = PARAMS },
    .endings = ".dta .sav .zsav .por .sas7bdat .xpt",
    .reads = reads,
    .writes = writes,
    .open = open_source,
    .close = close_data,
    .scan = scan,
    .load = load,
    .group = group,
    .write = tacit_readstat_write,
    .recode = NULL,
};
