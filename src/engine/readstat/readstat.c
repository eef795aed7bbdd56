/*
 * readstat.c - the driver for files of Stata, SPSS and SAS, through ReadStat.
 *
 * Opening reads the file once for its schema, each scan or load once more, each time
 * in a child with limits (readstat_child.c); see readstat_file.c for types and missing
 * values, readstat_write.c for writing.  Groups are rows with count 1: the file cannot
 * count, and the classes that are built from them do.
 */
#include "engine/readstat/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "engine/ones.h"

static bool reads(const char *uri)
{
    return strstr(uri, "://") == NULL && tacit_readstat_format_find(uri) != NULL;
}

static bool writes(const char *uri)
{
    return reads(uri) && tacit_readstat_format_find(uri)->writable;
}

/* Open the file itself: it must be a regular one with something in it. */
static tacit_status open_file(tacit_ctx *cx, const char *path, tacit_readstat_file *f)
{
    f->job.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
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
        status = open_file(cx, tacit_source_path(source), f);
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
    .group = tacit_group_ones,
    .write = tacit_readstat_write,
};
