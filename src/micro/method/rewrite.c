/*
 * rewrite.c - columns made again with other cells.
 *
 * Each function builds a column of the old one's name and puts it in its place, roles kept.
 * O(rows).
 */
#include "micro/method/rewrite.h"

#include <string.h>

#include "base/text.h"
#include "table/take.h"
#include "table/values.h"

/* What fills a new column in place of `old`. */
typedef struct filling {
    const tacit_column *old;
    const uint64_t *valid;
    const int32_t *dates;
    const int64_t *integers;
    const char *const *texts;
    const tacit_label *labels;
    const uint32_t *of;
    uint32_t n;
} filling;

typedef tacit_status fill(tacit_ctx *cx, const filling *f, tacit_builder *b);

/* Put a column of `type` that `how` fills in the place of column j. */
static tacit_status rewrite(tacit_ctx *cx, tacit_table *t, size_t j, tacit_type type,
                            const filling *f, fill *how)
{
    tacit_builder *b = NULL;
    tacit_column *own = NULL;
    TACIT_TRY(tacit_builder_new(cx, tacit_column_name(f->old), type, tacit_table_rows(t), &b));
    const tacit_status status = how(cx, f, b);
    if (status != TACIT_OK) {
        tacit_builder_free(b);
        return status;
    }
    TACIT_TRY(tacit_builder_finish(cx, b, &own));
    tacit_table_replace(t, j, own);
    return TACIT_OK;
}

/* ---- missing cells ---- */

static tacit_status append_cells(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    const tacit_column *c = f->old;
    const size_t n = tacit_column_length(c);
    switch (tacit_column_type(c)) {
    case TACIT_TYPE_INTEGER:
        return tacit_builder_integers(cx, b, tacit_column_integers(c), f->valid, n);
    case TACIT_TYPE_REAL:
        return tacit_builder_reals(cx, b, tacit_column_reals(c), f->valid, n);
    case TACIT_TYPE_DATE:
        return tacit_builder_dates(cx, b, tacit_column_dates(c), f->valid, n);
    case TACIT_TYPE_CATEGORY:
        return tacit_builder_codes(cx, b, tacit_column_dict(c), tacit_column_codes(c), f->valid, n);
    }
    return TACIT_OK;
}

static tacit_status fill_valid(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    TACIT_TRY(append_cells(cx, f, b));
    return tacit_builder_notes(cx, b, tacit_column_notes_of(f->old));
}

tacit_status tacit_rewrite_blank(tacit_ctx *cx, tacit_table *t, size_t j, const bool *gone,
                                 size_t *blanked)
{
    const size_t rows = tacit_table_rows(t);
    const filling plain = { .old = tacit_table_column(t, j) };
    const uint64_t *before = tacit_column_valid(plain.old);
    uint64_t *valid = NULL;
    *blanked = 0;
    TACIT_TRY(tacit_scratch(cx, rows / 64 + 1, sizeof *valid, &valid));
    for (size_t i = 0; i < rows; i++) {
        const bool present = tacit_valid_at(before, i);
        *blanked += present && gone[i];
        if (present && !gone[i])
            valid[i / 64] |= UINT64_C(1) << (i % 64);
    }
    if (*blanked == 0)
        return TACIT_OK;
    filling f = plain;
    f.valid = valid;
    return rewrite(cx, t, j, tacit_column_type(f.old), &f, fill_valid);
}

/* ---- dates ---- */

static tacit_status fill_dates(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    TACIT_TRY(tacit_builder_dates(cx, b, f->dates, tacit_column_valid(f->old),
                                  tacit_column_length(f->old)));
    return tacit_builder_notes(cx, b, tacit_column_notes_of(f->old));
}

tacit_status tacit_rewrite_dates(tacit_ctx *cx, tacit_table *t, size_t j, const int32_t *x)
{
    const filling f = { .old = tacit_table_column(t, j), .dates = x };
    TACIT_ASSERT(tacit_column_type(f.old) == TACIT_TYPE_DATE);
    return rewrite(cx, t, j, TACIT_TYPE_DATE, &f, fill_dates);
}

/* ---- numbers ---- */

static tacit_status fill_integers(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    const tacit_column_notes notes = { .title = tacit_column_notes_of(f->old)->title };
    TACIT_TRY(tacit_builder_integers(cx, b, f->integers, tacit_column_valid(f->old),
                                     tacit_column_length(f->old)));
    return tacit_builder_notes(cx, b, &notes);
}

tacit_status tacit_rewrite_integers(tacit_ctx *cx, tacit_table *t, size_t j, const int64_t *x)
{
    const filling f = { .old = tacit_table_column(t, j), .integers = x };
    return rewrite(cx, t, j, TACIT_TYPE_INTEGER, &f, fill_integers);
}

/* ---- texts ---- */

/* The code of each text that a row has, given when the first such row comes. */
static tacit_status code_rows(tacit_ctx *cx, const filling *f, tacit_dict *dict, uint32_t *code,
                              uint64_t *valid)
{
    uint32_t *of_text = NULL; /* code + 1; 0 if no row had it yet */
    TACIT_TRY(tacit_scratch(cx, f->n, sizeof *of_text, &of_text));
    for (size_t i = 0; i < tacit_column_length(f->old); i++) {
        const uint32_t x = f->of[i];
        if (x >= f->n || f->texts[x] == NULL)
            continue;
        if (of_text[x] == 0) {
            TACIT_TRY(tacit_dict_add(cx, dict, f->texts[x], strlen(f->texts[x]), &of_text[x]));
            of_text[x]++;
        }
        code[i] = of_text[x] - 1;
        valid[i / 64] |= UINT64_C(1) << i % 64;
    }
    return TACIT_OK;
}

static tacit_status fill_texts(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    const tacit_column_notes notes = { .title = tacit_column_notes_of(f->old)->title };
    const size_t n = tacit_column_length(f->old), mark = tacit_scratch_mark(cx);
    tacit_dict *dict = tacit_builder_dict(b);
    uint32_t *code = NULL;
    uint64_t *valid = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *code, &code));
    TACIT_TRY(tacit_scratch(cx, n / 64 + 1, sizeof *valid, &valid));
    TACIT_TRY(code_rows(cx, f, dict, code, valid));
    TACIT_TRY(tacit_builder_codes(cx, b, dict, code, valid, n));
    tacit_scratch_release(cx, mark);
    return tacit_builder_notes(cx, b, &notes);
}

tacit_status tacit_rewrite_texts(tacit_ctx *cx, tacit_table *t, size_t j, const char *const *texts,
                                 const uint32_t *of, uint32_t n)
{
    const filling f = { .old = tacit_table_column(t, j), .texts = texts, .of = of, .n = n };
    return rewrite(cx, t, j, TACIT_TYPE_CATEGORY, &f, fill_texts);
}

/* ---- notes ---- */

static tacit_status fill_unlabelled(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    const tacit_column_notes notes = { .title = tacit_column_notes_of(f->old)->title };
    TACIT_TRY(append_cells(cx, f, b));
    return tacit_builder_notes(cx, b, &notes);
}

tacit_status tacit_rewrite_unlabelled(tacit_ctx *cx, tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    const filling f = { .old = c, .valid = tacit_column_valid(c) };
    if (tacit_column_notes_of(c)->n_labels == 0)
        return TACIT_OK;
    return rewrite(cx, t, j, tacit_column_type(c), &f, fill_unlabelled);
}

static tacit_status fill_labelled(tacit_ctx *cx, const filling *f, tacit_builder *b)
{
    const tacit_column_notes notes = { .title = tacit_column_notes_of(f->old)->title,
                                       .labels = f->labels,
                                       .n_labels = f->n };
    TACIT_TRY(append_cells(cx, f, b));
    return tacit_builder_notes(cx, b, &notes);
}

/* The labels of values that are in `dict`, in scratch memory. */
static tacit_status keep_labels(tacit_ctx *cx, const tacit_column_notes *notes,
                                const tacit_dict *dict, filling *f)
{
    tacit_label *kept = NULL;
    TACIT_TRY(tacit_scratch(cx, notes->n_labels, sizeof *kept, &kept));
    for (size_t i = 0; i < notes->n_labels; i++)
        if (tacit_dict_find(dict, notes->labels[i].value) < tacit_dict_size(dict))
            kept[f->n++] = notes->labels[i];
    f->labels = kept;
    return TACIT_OK;
}

/* Put the texts of all values that a row has into `dict`. */
static tacit_status list_values(tacit_ctx *cx, const tacit_column *c, tacit_dict *dict)
{
    tacit_values values;
    TACIT_TRY(tacit_values_of(cx, c, &values));
    for (uint32_t v = 0; v < values.n; v++) {
        char room[TACIT_NUMBER_BYTES];
        uint32_t code = 0;
        const char *text = tacit_column_text(c, values.row[v], room);
        TACIT_TRY(tacit_dict_add(cx, dict, text, strlen(text), &code));
    }
    return TACIT_OK;
}

tacit_status tacit_rewrite_used_labels(tacit_ctx *cx, tacit_table *t, size_t j)
{
    const tacit_column *c = tacit_table_column(t, j);
    const tacit_column_notes *notes = tacit_column_notes_of(c);
    const size_t mark = tacit_scratch_mark(cx);
    filling f = { .old = c, .valid = tacit_column_valid(c) };
    tacit_dict *dict = NULL;
    if (notes->n_labels == 0)
        return TACIT_OK;
    TACIT_TRY(tacit_dict_new(cx, &dict));
    tacit_status status = list_values(cx, c, dict);
    if (status == TACIT_OK)
        status = keep_labels(cx, notes, dict, &f);
    if (status == TACIT_OK && f.n < notes->n_labels)
        status = rewrite(cx, t, j, tacit_column_type(c), &f, fill_labelled);
    tacit_dict_free(dict);
    tacit_scratch_release(cx, mark);
    return status;
}

/* ---- rows ---- */

tacit_status tacit_rewrite_leave_out(tacit_ctx *cx, tacit_table *t, const bool *gone)
{
    const size_t rows = tacit_table_rows(t);
    size_t *at = NULL, n = 0;
    tacit_table *left = NULL;
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *at, &at));
    for (size_t i = 0; i < rows; i++)
        if (!gone[i])
            at[n++] = i;
    if (n == rows)
        return TACIT_OK;
    TACIT_TRY(tacit_table_take(cx, t, &(tacit_row_list){ .n = n, .at = at }, &left));
    tacit_table_become(t, left);
    return TACIT_OK;
}
