/*
 * categories.c - private methods of categories: cells as numbers, and what comes of the answers.
 */
#include <string.h>

#include "micro/method/private/private.h"

/* The declared categories, and the number of the one that other cells count as. */
typedef struct declared {
    tacit_dict *dict;
    uint32_t otherwise;
} declared;

static tacit_status fill_dict(tacit_ctx *cx, const char *owner, const tacit_value *texts,
                              tacit_dict *dict)
{
    for (size_t i = 0; i < texts->n; i++) {
        uint32_t code = 0;
        TACIT_TRY(tacit_dict_add(cx, dict, texts->texts[i], strlen(texts->texts[i]), &code));
        if (code != i)
            return tacit_fail(cx, TACIT_ERR_INPUT, "'categories' of %s has one of them twice.",
                              owner);
    }
    return TACIT_OK;
}

static tacit_status read_declared(tacit_ctx *cx, const char *owner, const tacit_args *args,
                                  declared *out)
{
    const tacit_value *texts = &args->at[TACIT_PRIVATE_CATEGORIES];
    if (texts->n < 2)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'categories' of %s must list two or more: what may stand in the "
                          "columns, whether or not it does.",
                          owner);
    TACIT_TRY(fill_dict(cx, owner, texts, out->dict));
    out->otherwise = (uint32_t)texts->n - 1;
    if (!tacit_arg_given(args, TACIT_PRIVATE_OTHERWISE))
        return TACIT_OK;
    out->otherwise = tacit_dict_find(out->dict, tacit_arg_text(args, TACIT_PRIVATE_OTHERWISE));
    if (out->otherwise == texts->n)
        return tacit_fail(cx, TACIT_ERR_INPUT, "'otherwise' of %s is none of the 'categories'.",
                          owner);
    return TACIT_OK;
}

/* The number of the category of each cell, in scratch memory. */
static tacit_status number_cells(tacit_ctx *cx, const declared *d, const tacit_column *c,
                                 tacit_i128 **out)
{
    const size_t n = tacit_column_length(c);
    tacit_i128 *value = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *value, &value));
    for (size_t i = 0; i < n; i++) {
        char text[32];
        const uint32_t code = tacit_column_is_missing(c, i)
                                  ? d->otherwise
                                  : tacit_dict_find(d->dict, tacit_column_text(c, i, text));
        value[i] = code < tacit_dict_size(d->dict) ? code : d->otherwise;
    }
    *out = value;
    return TACIT_OK;
}

/* Answer about the cells of column j. */
static tacit_status answer_column(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  const tacit_single *s, const declared *d, int64_t **out)
{
    const tacit_column *c = tacit_table_column(job->in, j);
    tacit_keystream stream;
    tacit_i128 *value = NULL;
    TACIT_TRY(number_cells(cx, d, c, &value));
    TACIT_TRY(tacit_private_stream(cx, job, tacit_column_name(c), &stream));
    const tacit_status status =
        tacit_single_answer(cx, s, &stream, value, tacit_column_length(c), out);
    tacit_keystream_close(&stream);
    return status;
}

static tacit_status answer_columns(tacit_ctx *cx, const tacit_job *job, const tacit_mechanism *m,
                                   declared *d, int64_t ***out)
{
    const double epsilon = tacit_arg_real(job->args, TACIT_PRIVATE_EPSILON);
    tacit_single s;
    TACIT_TRY(read_declared(cx, m->about.name, job->args, d));
    TACIT_TRY(tacit_single_new(cx, m, epsilon, (double)tacit_dict_size(d->dict), &s));
    TACIT_TRY(tacit_scratch(cx, job->cols.n, sizeof **out, out));
    for (size_t c = 0; c < job->cols.n; c++)
        TACIT_TRY(answer_column(cx, job, job->cols.at[c], &s, d, &(*out)[c]));
    return TACIT_OK;
}

tacit_status tacit_private_categories(tacit_ctx *cx, const tacit_job *job, const tacit_mechanism *m,
                                      tacit_private_put *put, tacit_table *out)
{
    declared d = { 0 };
    int64_t **answer = NULL;
    tacit_private_warn(cx, m->about.name, tacit_arg_real(job->args, TACIT_PRIVATE_EPSILON));
    TACIT_TRY(tacit_dict_new(cx, &d.dict));
    tacit_status status = answer_columns(cx, job, m, &d, &answer);
    tacit_dict_free(d.dict);
    for (size_t c = 0; status == TACIT_OK && c < job->cols.n; c++)
        status = put(cx, job, job->cols.at[c], answer[c], out);
    return status;
}

/* ---- answers as columns ---- */

/* A column of every `n`th answer, from the one numbered `i`. */
static tacit_status add_answers(tacit_ctx *cx, const char *name, const int64_t *answer, size_t n,
                                size_t i, tacit_table *out)
{
    const size_t rows = tacit_table_rows(out);
    tacit_builder *b = NULL;
    tacit_column *own = NULL;
    tacit_status status = TACIT_OK;
    TACIT_TRY(tacit_builder_new(cx, name, TACIT_TYPE_INTEGER, rows, &b));
    for (size_t r = 0; status == TACIT_OK && r < rows; r++)
        status = tacit_builder_integers(cx, b, &answer[r * n + i], NULL, 1);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &own));
    return tacit_table_add(cx, out, own);
}

tacit_status tacit_private_encode(tacit_ctx *cx, const tacit_job *job, size_t j,
                                  const tacit_private_names *names, const int64_t *answer,
                                  tacit_table *out)
{
    const char *column = tacit_column_name(tacit_table_column(job->in, j));
    for (size_t i = 0; i < names->n; i++) {
        char *own = NULL;
        TACIT_TRY(names->name(cx, job->args, column, i, &own));
        if (tacit_table_find(out, own) < tacit_table_columns(out))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Column '%s' would be told in a column '%s', which there is already; "
                              "leave that out, or call it otherwise.",
                              column, own);
        TACIT_TRY(add_answers(cx, own, answer, names->n, i, out));
    }
    tacit_table_drop(out, tacit_table_find(out, column));
    return TACIT_OK;
}

/* ---- what it gives away ---- */

static tacit_status put_names(tacit_ctx *cx, const tacit_args *args, const char *column,
                              const tacit_private_names *names, json_t *entry)
{
    json_t *list = json_array();
    TACIT_TRY(tacit_json_put(cx, entry, "columns", list));
    if (names->name == NULL)
        return tacit_json_add(cx, list, json_string(column));
    for (size_t i = 0; i < names->n; i++) {
        char *own = NULL;
        TACIT_TRY(names->name(cx, args, column, i, &own));
        TACIT_TRY(tacit_json_add(cx, list, json_string(own)));
    }
    return TACIT_OK;
}

tacit_status tacit_private_spend(tacit_ctx *cx, const tacit_args *args, const char *mechanism,
                                 const tacit_private_names *names, json_t *list)
{
    const tacit_value *from = &args->at[TACIT_PRIVATE_COLUMNS],
                      *texts = &args->at[TACIT_PRIVATE_CATEGORIES];
    for (size_t c = 0; c < from->n; c++) {
        json_t *categories = json_array();
        json_t *entry = json_pack(
            "{s:s, s:s, s:f, s:o}", "mechanism", mechanism, "of", from->texts[c], "epsilon",
            tacit_arg_real(args, TACIT_PRIVATE_EPSILON), "categories", categories);
        TACIT_TRY(tacit_json_add(cx, list, entry));
        TACIT_TRY(put_names(cx, args, from->texts[c], names, entry));
        for (size_t i = 0; i < texts->n; i++)
            TACIT_TRY(tacit_json_add(cx, categories, json_string(texts->texts[i])));
    }
    return TACIT_OK;
}
