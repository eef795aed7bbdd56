/*
 * argus.c - the driver for data that a metadata file of Argus describes.
 *
 * The data is read when it is opened and held in memory; what is done with it then is the
 * memory driver's business.  Metadata that is not named is looked for beside the data, under its
 * name with the ending .rda.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "engine/argus/own.h"
#include "engine/csv_rules.h"
#include "engine/held.h"

static bool reads(const char *uri)
{
    return strncmp(uri, TACIT_ARGUS_SCHEME, strlen(TACIT_ARGUS_SCHEME)) == 0 ||
           tacit_name_ends(uri, ".asc") || tacit_name_ends(uri, ".tab");
}

bool tacit_argus_writes(const char *name)
{
    return strncmp(name, TACIT_ARGUS_SCHEME, strlen(TACIT_ARGUS_SCHEME)) != 0 &&
           tacit_name_ends(name, ".asc");
}

tacit_status tacit_argus_beside(tacit_ctx *cx, const char *path, const char **out)
{
    char *name = NULL;
    const char *dot = strrchr(path, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s.rda", (int)stem, path));
    *out = name;
    return TACIT_OK;
}

/* Where the file of a source is. */
static const char *path_of(const tacit_source *source)
{
    const size_t scheme = strlen(TACIT_ARGUS_SCHEME);
    const char *path = tacit_source_path(source);
    return path + (strncmp(path, TACIT_ARGUS_SCHEME, scheme) == 0 ? scheme : 0);
}

tacit_status tacit_argus_metadata(tacit_ctx *cx, const tacit_source *source, const char **out)
{
    static const char *const ENDINGS[] = { ".rda", ".RDA", ".Rda" };
    const tacit_value *given = tacit_csv_option(source->args, TACIT_SOURCE_METADATA);
    const char *path = path_of(source);
    const char *dot = strrchr(path, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
    *out = NULL;
    if (given != NULL || !reads(source->uri)) {
        *out = given != NULL ? given->text : NULL;
        return TACIT_OK;
    }
    for (size_t k = 0; k < sizeof ENDINGS / sizeof ENDINGS[0]; k++) {
        char *name = NULL;
        TACIT_TRY(tacit_scratch_format(cx, &name, "%.*s%s", (int)stem, path, ENDINGS[k]));
        *out = name;
        if (access(name, F_OK) == 0)
            return TACIT_OK;
        *out = NULL;
    }
    return TACIT_OK;
}

/* The same, which must be there. */
static tacit_status find_metadata(tacit_ctx *cx, const tacit_source *source, const char **out)
{
    TACIT_TRY(tacit_argus_metadata(cx, source, out));
    if (*out != NULL)
        return TACIT_OK;
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "%s needs a metadata file (.rda) that says where its variables are; name it "
                      "as 'metadata' under data.",
                      path_of(source));
}

static tacit_status read_table(tacit_ctx *cx, const tacit_source *source, tacit_table **out)
{
    const char *path = path_of(source), *metadata = NULL;
    const tacit_value *encoding = tacit_csv_option(source->args, TACIT_SOURCE_ENCODING);
    tacit_rda rda;
    size_t n = 0;
    tacit_argus_data data = { .path = path,
                              .latin =
                                  encoding != NULL && encoding->number > 0 && encoding->number < 2,
                              .rda = &rda };
    TACIT_TRY(find_metadata(cx, source, &metadata));
    TACIT_TRY(tacit_rda_read(cx, metadata, &rda));
    TACIT_TRY(tacit_argus_text(cx, path, &data.text, &n));
    return tacit_argus_table(cx, &data, out);
}

static tacit_status open_data(tacit_ctx *cx, const tacit_source *source, tacit_data **out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_table *table = NULL;
    const tacit_status status = read_table(cx, source, &table);
    tacit_scratch_release(cx, mark);
    TACIT_TRY(status);
    return tacit_held_new(cx, &tacit_engine_argus, source->uri, table, out);
}

static const tacit_param PARAMS[] = { TACIT_PARAM_END };

const tacit_engine tacit_engine_argus = {
    .about = { .name = "argus",
               .title = "Files of mu-Argus and tau-Argus",
               .summary = "Reads data with fixed places or separated fields as a metadata file "
                          "(.rda) describes it, and writes releases with fixed places.",
               .source = "de Wolf et al. (2014), tau-Argus user's manual, section 5.1",
               .params = PARAMS },
    .endings = ".asc .tab argus:FILE",
    .reads = reads,
    .writes = tacit_argus_writes,
    .open = open_data,
    .close = tacit_held_close,
    .scan = tacit_held_scan,
    .load = tacit_held_load,
    .group = tacit_held_group,
    .write = tacit_argus_write,
};
