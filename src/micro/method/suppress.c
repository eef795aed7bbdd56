/*
 * suppress.c - suppression of what is listed.
 *
 * In the records whose columns `by` have one of the listed combinations of values, and in the
 * records whose numbers are listed, the values of `columns` are blanked, or the records are
 * left out.  This is what generalisation and local suppression settle to: which combinations
 * are too rare was decided before.  In a combination null stands for a missing value.
 *
 * Missing values stay missing.  Strata and weights play no part.  O(n) by hashing, and the
 * size of the lists.
 */
#include "micro/method/method.h"

#include <string.h>

#include "base/text.h"
#include "micro/classes/classes.h"
#include "micro/method/rewrite.h"

enum { COLUMNS, COMBINATIONS, BY, ROWS, HOW };
enum { BLANK, REMOVE };

static const char *const HOWS[] = { "blank", "remove", NULL };

static const tacit_param PARAMS[] = {
    [COLUMNS] = TACIT_METHOD_COLUMNS,
    [COMBINATIONS] = { .name = "combinations",
                       .type = TACIT_PARAM_LISTS,
                       .need = TACIT_OPTIONAL,
                       .nulls = true,
                       .secret = true,
                       .help = "under any names, the lists of values that a record must have in "
                               "the columns to be suppressed, null for a missing one" },
    [BY] = { .name = "by",
             .type = TACIT_PARAM_COLUMNS,
             .need = TACIT_OPTIONAL,
             .help = "the columns that combinations speak of, in their order; those that are "
                     "masked if not given" },
    [ROWS] = { .name = "rows",
               .type = TACIT_PARAM_REALS,
               .need = TACIT_OPTIONAL,
               .secret = true,
               .min = 1,
               .max = 1e15,
               .low = 1,
               .high = 1e6,
               .importance = TACIT_ADVANCED,
               .help = "numbers of records to be suppressed, upwards from 1" },
    [HOW] = { .name = "how",
              .type = TACIT_PARAM_CHOICE,
              .choices = HOWS,
              .help = "blank the values, or leave the records out" },
    TACIT_PARAM_END
};

/* ---- combinations ---- */

/* Append a value so that no two combinations have the same text. */
static tacit_status put_value(tacit_ctx *cx, const char *text, tacit_buffer *out)
{
    if (text == NULL)
        return tacit_buffer_text(cx, out, "-");
    TACIT_TRY(tacit_buffer_format(cx, out, "%zu:", strlen(text)));
    return tacit_buffer_text(cx, out, text);
}

static tacit_status list_combinations(tacit_ctx *cx, const tacit_value *lists, size_t n,
                                      tacit_buffer *text, tacit_dict *dict)
{
    for (size_t k = 0; k < lists->n; k++) {
        const tacit_group *g = &lists->groups[k];
        uint32_t code = 0;
        if (g->n != n)
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "Each of the 'combinations' of suppress needs %zu values, one for "
                              "each column of 'by'.",
                              n);
        text->length = 0;
        for (size_t i = 0; i < n; i++)
            TACIT_TRY(put_value(cx, g->member[i], text));
        TACIT_TRY(tacit_dict_add(cx, dict, text->text, text->length, &code));
    }
    return TACIT_OK;
}

/* Write the values of row `i` in `by` as those of a combination. */
static tacit_status put_row(tacit_ctx *cx, const tacit_table *t, const tacit_select *by, size_t i,
                            tacit_buffer *text)
{
    text->length = 0;
    for (size_t c = 0; c < by->n; c++) {
        char room[TACIT_NUMBER_BYTES];
        const tacit_column *column = tacit_table_column(t, by->at[c]);
        const bool missing = tacit_column_is_missing(column, i);
        TACIT_TRY(put_value(cx, missing ? NULL : tacit_column_text(column, i, room), text));
    }
    return TACIT_OK;
}

/* Mark the rows of the classes that are listed. */
static tacit_status mark_classes(tacit_ctx *cx, const tacit_table *t, const tacit_select *by,
                                 const tacit_classes *c, const tacit_dict *dict, bool *gone)
{
    bool *listed = NULL;
    tacit_buffer text = { 0 };
    tacit_status status = tacit_scratch(cx, c->n, sizeof *listed, &listed);
    for (size_t g = 0; g < c->n && status == TACIT_OK; g++) {
        status = put_row(cx, t, by, c->row[g], &text);
        listed[g] = status == TACIT_OK && tacit_dict_find(dict, text.text) < tacit_dict_size(dict);
    }
    for (size_t i = 0; i < c->rows && status == TACIT_OK; i++)
        gone[i] = gone[i] || listed[c->of_row[i]];
    tacit_buffer_free(&text);
    return status;
}

static tacit_status mark_rows_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *by,
                                 const tacit_dict *dict, bool *gone)
{
    const size_t none = tacit_table_columns(t);
    const tacit_class_spec spec = { .keys = *by, .count = none, .weight = none };
    tacit_classes *c = NULL;
    TACIT_TRY(tacit_classes_new(cx, t, &spec, &c));
    const tacit_status status = mark_classes(cx, t, by, c, dict, gone);
    tacit_classes_free(c);
    return status;
}

/* Where the columns of `by` are. */
static tacit_status find_by(tacit_ctx *cx, const tacit_change *change, const tacit_table *t,
                            const tacit_select *cols, tacit_select *out)
{
    const tacit_value *names = &change->args.at[BY];
    size_t *at = NULL;
    *out = *cols;
    if (!names->given)
        return TACIT_OK;
    TACIT_TRY(tacit_scratch(cx, names->n, sizeof *at, &at));
    for (size_t c = 0; c < names->n; c++) {
        at[c] = tacit_table_find(t, names->texts[c]);
        if (at[c] == tacit_table_columns(t))
            return tacit_fail(cx, TACIT_ERR_INPUT,
                              "'by' of suppress names '%s', which is no column.", names->texts[c]);
    }
    *out = (tacit_select){ .n = names->n, .at = at };
    return TACIT_OK;
}

static tacit_status mark_combinations(tacit_ctx *cx, const tacit_change *change,
                                      const tacit_select *cols, const tacit_table *t, bool *gone)
{
    tacit_select by;
    tacit_dict *dict = NULL;
    tacit_buffer text = { 0 };
    TACIT_TRY(find_by(cx, change, t, cols, &by));
    TACIT_TRY(tacit_dict_new(cx, &dict));
    tacit_status status = list_combinations(cx, &change->args.at[COMBINATIONS], by.n, &text, dict);
    if (status == TACIT_OK)
        status = mark_rows_of(cx, t, &by, dict, gone);
    tacit_buffer_free(&text);
    tacit_dict_free(dict);
    return status;
}

/* ---- applying ---- */

/* Mark the listed rows; the first row of the table is number `first` from 0. */
static void mark_numbers(const tacit_value *rows, uint64_t first, size_t n, bool *gone)
{
    for (size_t k = 0; k < rows->n; k++) {
        const uint64_t row = (uint64_t)rows->reals[k] - 1;
        if (row >= first && row - first < n)
            gone[row - first] = true;
    }
}

static tacit_status apply(tacit_ctx *cx, const tacit_change *change, const tacit_select *cols,
                          const tacit_stretch *at, tacit_table *t)
{
    const tacit_args *args = &change->args;
    bool *gone = NULL;
    if (!tacit_arg_given(args, COMBINATIONS) && !tacit_arg_given(args, ROWS))
        return tacit_fail(cx, TACIT_ERR_INPUT, "suppress needs 'combinations' or 'rows'.");
    TACIT_TRY(tacit_scratch(cx, tacit_table_rows(t), sizeof *gone, &gone));
    if (tacit_arg_given(args, COMBINATIONS))
        TACIT_TRY(mark_combinations(cx, change, cols, t, gone));
    mark_numbers(&args->at[ROWS], at->first, tacit_table_rows(t), gone);
    if (tacit_arg_choice(args, HOW) == REMOVE)
        return tacit_rewrite_leave_out(cx, t, gone);
    for (size_t c = 0; c < cols->n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        size_t blanked = 0;
        TACIT_TRY(tacit_rewrite_blank(cx, t, cols->at[c], gone, &blanked));
        tacit_scratch_release(cx, mark);
    }
    return TACIT_OK;
}

const tacit_method tacit_method_suppress = {
    .about = { .name = "suppress",
               .title = "Listed suppression",
               .summary = "Blanks values in the records with listed combinations of values, or "
                          "leaves these records out.",
               .source = "Hundepool et al. (2012), Statistical Disclosure Control, section 3.4.4",
               .params = PARAMS },
    .accepts = TACIT_TYPE_ANY,
    .traits = TACIT_METHOD_MULTIVARIATE | TACIT_METHOD_ROWS,
    .apply = apply,
};
