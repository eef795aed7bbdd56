/*
 * reading.c - how a released file is to be read.
 */
#include "run/reading.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "engine/argus/argus.h"
#include "plan/cells.h"
#include "run/certificate/certificate.h"
#include "run/work.h"
#include "table/values.h"

/* ---- dialects ---- */

/* Whether the names are those that columns of a file without names get. */
static bool has_numbers_for_names(const tacit_table *shape)
{
    char name[32];
    for (size_t j = 0; j < tacit_table_columns(shape); j++) {
        snprintf(name, sizeof name, "column%zu", j + 1);
        if (strcmp(name, tacit_column_name(tacit_table_column(shape, j))) != 0)
            return false;
    }
    return true;
}

/* What the plan says of its output. */
static tacit_status take_asked(tacit_ctx *cx, const tacit_args *asked, tacit_dialect *out)
{
    const char *delimiter = tacit_arg_text(asked, TACIT_WRITE_DELIMITER);
    const char *decimal = tacit_arg_text(asked, TACIT_WRITE_DECIMAL);
    if (delimiter != NULL && (strlen(delimiter) != 1 || strchr(",;\t|", delimiter[0]) == NULL))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'delimiter' of the output must be a comma, a semicolon, a tab or |.");
    if (decimal != NULL && strcmp(decimal, ".") != 0 && strcmp(decimal, ",") != 0)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'decimal' of the output must be a point or a comma.");
    if (delimiter != NULL)
        out->delimiter = delimiter[0];
    if (decimal != NULL)
        out->decimal = decimal[0];
    if (tacit_arg_given(asked, TACIT_WRITE_HEADER))
        out->header = tacit_arg_flag(asked, TACIT_WRITE_HEADER);
    if (tacit_arg_given(asked, TACIT_WRITE_ENCODING))
        out->encoding = (tacit_encoding)tacit_arg_choice(asked, TACIT_WRITE_ENCODING);
    if (tacit_arg_given(asked, TACIT_WRITE_QUOTE))
        out->quoting = (tacit_quoting)tacit_arg_choice(asked, TACIT_WRITE_QUOTE);
    if (tacit_arg_given(asked, TACIT_WRITE_LINE_END))
        out->crlf = tacit_arg_choice(asked, TACIT_WRITE_LINE_END) == TACIT_LINE_CRLF;
    return TACIT_OK;
}

tacit_status tacit_reading_dialect(tacit_ctx *cx, const tacit_work *w, const char *target,
                                   const tacit_table *shape, tacit_dialect *out)
{
    const tacit_plan *plan = w->plan;
    const tacit_source source = { .uri = plan->data, .args = &plan->source };
    if (w->dialect != NULL) {
        *out = *w->dialect;
        return TACIT_OK;
    }
    const bool text = tacit_dialect_plain(target, out);
    if ((text || tacit_argus_writes(target)) && plan->data != NULL &&
        plan->n_tables + plan->n_statistics == 0)
        TACIT_TRY(tacit_dialect_follow(cx, &source, target, out));
    if (plan->layout.n > 0)
        TACIT_TRY(take_asked(cx, &plan->layout, out));
    out->header = out->header || !has_numbers_for_names(shape);
    return TACIT_OK;
}

/* The same for what is written to `path`: of a file with fixed places, the metadata that it keeps
 * to, and where its own goes. */
static tacit_status spell(tacit_ctx *cx, const tacit_work *w, const char *target,
                          const tacit_table *shape, const char *path, tacit_dialect *out)
{
    const tacit_source source = { .uri = w->plan->data, .args = &w->plan->source };
    const char *described = NULL;
    tacit_rda *like = NULL;
    TACIT_TRY(tacit_reading_dialect(cx, w, target, shape, out));
    if (!tacit_argus_writes(target))
        return TACIT_OK;
    TACIT_TRY(tacit_argus_beside(cx, path, &out->metadata));
    if (source.uri != NULL)
        TACIT_TRY(tacit_argus_metadata(cx, &source, &described));
    if (described == NULL)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *like, &like));
    out->like = like;
    return tacit_rda_read(cx, described, like);
}

tacit_status tacit_reading_write(tacit_ctx *cx, const tacit_work *w, const tacit_rows *rows,
                                 const char *path)
{
    tacit_dialect dialect;
    tacit_rows spelled = *rows;
    TACIT_TRY(spell(cx, w, w->plan->output, rows->shape, path, &dialect));
    spelled.dialect = &dialect;
    return tacit_write_rows(cx, &spelled, w->plan->output, path);
}

tacit_status tacit_reading_write_table(tacit_ctx *cx, const tacit_work *w, const tacit_table *table,
                                       const char *target, const char *path)
{
    tacit_dialect dialect;
    TACIT_TRY(spell(cx, w, target, table, path, &dialect));
    return tacit_write_table_in(cx, table, &dialect, target, path);
}

tacit_status tacit_reading_claimed(tacit_ctx *cx, const tacit_source *source, const char *target,
                                   tacit_dialect *out)
{
    tacit_dialect shown;
    tacit_value at[TACIT_SOURCE_ARGS];
    tacit_args open = { .at = at, .n = TACIT_SOURCE_ARGS };
    memcpy(at, source->args->at, sizeof at);
    at[TACIT_SOURCE_DELIMITER].given = false;
    const tacit_source guessed = { .uri = target, .path = source->uri, .args = &open };
    const tacit_source told = { .uri = target, .path = source->uri, .args = source->args };
    (void)tacit_dialect_plain(target, out);
    const char plain = out->delimiter;
    shown = *out;
    TACIT_TRY(tacit_dialect_follow(cx, &guessed, target, &shown));
    TACIT_TRY(tacit_dialect_follow(cx, &told, target, out));
    if (out->delimiter != shown.delimiter)
        out->delimiter = plain;
    return TACIT_OK;
}

/* ---- options ---- */

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

tacit_status tacit_reading_of(tacit_ctx *cx, const char *target, const tacit_dialect *dialect,
                              const tacit_table *shape, tacit_args *out)
{
    static const char *const empty[] = { "" };
    tacit_dialect plain;
    char *delimiter = NULL;
    tacit_value *at = NULL;
    TACIT_TRY(tacit_scratch(cx, TACIT_SOURCE_ARGS, sizeof *at, &at));
    tacit_args_preset(TACIT_SOURCE_PARAMS, at, out);
    const bool text = tacit_dialect_plain(target, &plain);
    const tacit_dialect *d = dialect != NULL ? dialect : &plain;
    if ((text || tacit_argus_writes(target)) && d->encoding != TACIT_ENCODING_UTF8)
        at[TACIT_SOURCE_ENCODING] = (tacit_value){ .given = true, .number = d->encoding };
    if (!text)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch_format(cx, &delimiter, "%c", d->delimiter));
    at[TACIT_SOURCE_DELIMITER] = (tacit_value){ .given = true, .text = delimiter };
    at[TACIT_SOURCE_MISSING] = (tacit_value){ .given = true, .n = 1, .texts = empty };
    if (d->decimal == ',')
        at[TACIT_SOURCE_DECIMAL] = (tacit_value){ .given = true, .text = "," };
    if (!d->header)
        at[TACIT_SOURCE_HEADER] = (tacit_value){ .given = true, .number = 0 };
    return text_columns(cx, shape, &at[TACIT_SOURCE_TEXT]);
}

/* ---- how cells are spelled ---- */

/* Load some columns of a text file as texts. */
static tacit_status load_texts(tacit_ctx *cx, const tacit_source *source, const tacit_value *names,
                               tacit_table **out)
{
    tacit_value at[TACIT_SOURCE_ARGS];
    tacit_args args = *source->args;
    tacit_source told = *source;
    tacit_data *data = NULL;
    size_t *columns = NULL;
    memcpy(at, source->args->at, sizeof at);
    at[TACIT_SOURCE_TEXT] = *names;
    args.at = at;
    told.args = &args;
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *columns, &columns));
    TACIT_TRY(tacit_data_open(cx, &told, &data));
    for (size_t c = 0; c < names->n; c++)
        columns[c] = tacit_data_find(data, names->texts[c]);
    const tacit_select these = { names->n, columns };
    const tacit_status status = tacit_data_load(cx, data, &these, out);
    tacit_data_close(data);
    return status;
}

/* The names of the columns of `t` that models look at and that are no texts. */
static tacit_status judged_numbers(tacit_ctx *cx, const tacit_table *t, tacit_value *out)
{
    enum { JUDGED = TACIT_ROLE_KEY | TACIT_ROLE_SENSITIVE };
    const char **name = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, tacit_table_columns(t), sizeof *name, &name));
    for (size_t j = 0; j < tacit_table_columns(t); j++) {
        const tacit_column *c = tacit_table_column(t, j);
        if ((tacit_table_roles(t, j) & JUDGED) != 0 && tacit_column_type(c) != TACIT_TYPE_CATEGORY)
            name[n++] = tacit_column_name(c);
    }
    *out = (tacit_value){ .given = true, .n = n, .texts = name };
    return TACIT_OK;
}

/* Whether columns of texts have no more values than those of the same name in `t`. */
static tacit_status have_no_more(tacit_ctx *cx, const tacit_table *texts, const tacit_table *t,
                                 bool *out)
{
    for (size_t j = 0; j < tacit_table_columns(texts) && *out; j++) {
        const tacit_column *c = tacit_table_column(texts, j);
        const size_t mark = tacit_scratch_mark(cx);
        uint32_t spelled = 0, values = 0;
        TACIT_TRY(tacit_values_count(cx, c, &spelled));
        TACIT_TRY(tacit_values_count(
            cx, tacit_table_column(t, tacit_table_find(t, tacit_column_name(c))), &values));
        tacit_scratch_release(cx, mark);
        *out = spelled <= values;
    }
    return TACIT_OK;
}

tacit_status tacit_reading_is_single(tacit_ctx *cx, const tacit_source *source,
                                     const tacit_table *t, bool *out)
{
    tacit_value names;
    tacit_dialect plain;
    tacit_table *texts = NULL;
    *out = true;
    TACIT_TRY(judged_numbers(cx, t, &names));
    if (names.n == 0 || !tacit_dialect_plain(source->uri, &plain))
        return TACIT_OK;
    TACIT_TRY(load_texts(cx, source, &names, &texts));
    const tacit_status status = have_no_more(cx, texts, t, out);
    tacit_table_free(texts);
    return status;
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

/* One of the words of a parameter; another one is passed over. */
static void take_choice(const tacit_param *param, const char *word, tacit_value *out)
{
    for (size_t k = 0; param->choices[k] != NULL; k++)
        if (strcmp(param->choices[k], word) == 0)
            *out = (tacit_value){ .given = true, .number = (double)k };
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
            TACIT_TRY(take_value(cx, value, &at[i]));
        else if (i == TACIT_SOURCE_HEADER && json_is_false(value))
            at[i] = (tacit_value){ .given = true };
        else if (i == TACIT_SOURCE_ENCODING && json_is_string(value))
            take_choice(&TACIT_SOURCE_PARAMS[i], json_string_value(value), &at[i]);
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
