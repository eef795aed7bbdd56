/*
 * reading.c - how a released file is to be read.
 */
#include "run/reading.h"

#include <string.h>

#include "base/hash.h"
#include "engine/csv_rules.h"
#include "run/certificate/certificate.h"

/* The delimiter of text files with this name; NULL if it is the name of another format. */
static const char *delimiter_of(const char *target)
{
    if (tacit_name_ends(target, ".tsv") || tacit_name_ends(target, ".tsv.gz"))
        return "\t";
    return tacit_name_ends(target, ".csv") || tacit_name_ends(target, ".csv.gz") ? "," : NULL;
}

/* The names of columns that are categories. */
static tacit_status text_columns(tacit_ctx *cx, const tacit_table *shape, tacit_value *out)
{
    const char **name = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(shape), sizeof *name, &name));
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        const tacit_column *c = tacit_table_column(shape, j);
        if (tacit_column_type(c) == TACIT_TYPE_CATEGORY)
            name[n++] = tacit_column_name(c);
    }
    *out = (tacit_value){ .given = n > 0, .n = n, .texts = name };
    return TACIT_OK;
}

tacit_status tacit_reading_of(tacit_ctx *cx, const char *target, const tacit_table *shape,
                              tacit_args *out)
{
    static const char *const empty[] = { "" };
    const char *delimiter = delimiter_of(target);
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, TACIT_SOURCE_ARGS, sizeof *at, &at));
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, out);
    if (delimiter == NULL)
        return TACIT_OK;
    at[TACIT_SOURCE_DELIMITER] = (tacit_value){ .given = true, .text = delimiter };
    at[TACIT_SOURCE_MISSING] = (tacit_value){ .given = true, .n = 1, .texts = empty };
    return text_columns(cx, shape, &at[TACIT_SOURCE_TEXT]);
}

/* ---- from a certificate ---- */

/* A text or a list of texts, in scratch memory. */
static tacit_status take_value(tacit_ctx *cx, const json_t *from, tacit_value *out)
{
    const char **texts = NULL;
    char *copy = NULL;
    if (json_is_string(from)) {
        TACIT_TRY(tacit_scratch_text(cx, json_string_value(from), &copy));
        *out = (tacit_value){ .given = true, .text = copy };
        return TACIT_OK;
    }
    const size_t n = json_array_size(from);
    TACIT_TRY(tacit_scratch(cx, n, sizeof *texts, &texts));
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(from, i));
        TACIT_TRY(tacit_scratch_text(cx, text != NULL ? text : "", &copy));
        texts[i] = copy;
    }
    *out = (tacit_value){ .given = true, .n = n, .texts = texts };
    return TACIT_OK;
}

static tacit_status take_reading(tacit_ctx *cx, json_t *read, tacit_args *out)
{
    const char *key = NULL;
    json_t *value = NULL;
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, TACIT_SOURCE_ARGS, sizeof *at, &at));
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, out);
    json_object_foreach(read, key, value)
    {
        const size_t i = tacit_param_find(TACIT_SOURCE_PARAMS, key);
        const tacit_param_type type =
            i < TACIT_SOURCE_ARGS ? TACIT_SOURCE_PARAMS[i].type : TACIT_PARAM_FLAG;
        const bool list = type == TACIT_PARAM_TEXTS || type == TACIT_PARAM_COLUMNS;
        if (list ? json_is_array(value) : type == TACIT_PARAM_TEXT && json_is_string(value))
            TACIT_TRY(take_value(cx, value, &at[i])); /* a release has all others by default */
    }
    return TACIT_OK;
}

/* The certificate at `path` if it is that of the file at `uri`, to be freed, else NULL. */
static tacit_status find_certificate(tacit_ctx *cx, const char *uri, const char *path, json_t **out)
{
    json_t *certificate = NULL;
    char digest[TACIT_DIGEST_BYTES];
    uint64_t bytes = 0;
    *out = NULL;
    if (!tacit_certificate_is(path))
        return TACIT_OK;
    tacit_status status = tacit_certificate_read(cx, path, &certificate);
    if (status == TACIT_ERR_DATA) /* damaged, or of another version: it tells nothing */
        return TACIT_OK;
    TACIT_TRY(status);
    const char *certified =
        json_string_value(json_object_get(json_object_get(certificate, "release"), "sha256"));
    status = tacit_digest_file(cx, uri, digest, &bytes);
    if (status == TACIT_OK && certified != NULL && strcmp(certified, digest) == 0)
        *out = certificate;
    else
        json_decref(certificate);
    return status;
}

tacit_status tacit_reading_certified(tacit_ctx *cx, const char *uri, const char *path,
                                     tacit_args *out, bool *found)
{
    json_t *certificate = NULL;
    TACIT_TRY(find_certificate(cx, uri, path, &certificate));
    *found = certificate != NULL;
    const tacit_status status =
        *found ? take_reading(cx, json_object_get(certificate, "read"), out) : TACIT_OK;
    json_decref(certificate);
    return status;
}

tacit_status tacit_reading_moved(tacit_ctx *cx, const char *uri, bool *out)
{
    static const char step[] = "\n  - reorder:", kept[] = "\n  - reorder: {keep: true}";
    json_t *certificate = NULL;
    char *beside = NULL;
    *out = false;
    TACIT_TRY(tacit_scratch_format(cx, &beside, "%s" TACIT_CERTIFICATE_ENDING, uri));
    TACIT_TRY(find_certificate(cx, uri, beside, &certificate));
    const char *at = json_string_value(json_object_get(certificate, "plan"));
    for (; at != NULL && !*out; at = strstr(at + 1, step))
        *out = strncmp(at, step, sizeof step - 1) == 0 && strncmp(at, kept, sizeof kept - 1) != 0;
    json_decref(certificate);
    return TACIT_OK;
}
