/*
 * strata.c - original records and synthetic rows by the values of columns that are known.
 */
#include "synth/strata.h"

#include <string.h>

#include "base/sort.h"

enum { MOST_COLUMNS = 3, CODE_BITS = 16 };

const tacit_synth_known *tacit_synth_known_called(const tacit_synth_block *block, const char *name)
{
    for (size_t k = 0; k < block->n_known; k++)
        if (strcmp(tacit_column_name(block->known[k].coding->column), name) == 0)
            return &block->known[k];
    return NULL;
}

/* Add the codes of a column to keys of records and rows. */
static tacit_status add_codes(tacit_ctx *cx, const tacit_synth_block *block, const char *name,
                              tacit_keyed *record, tacit_keyed *row)
{
    const tacit_synth_known *k = tacit_synth_known_called(block, name);
    const size_t n = tacit_table_rows(block->data);
    if (k == NULL)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'strata' names column '%s', which is not made before; list its "
                          "generator first, or say so by 'order'.",
                          name);
    if (k->coding->ordered)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'strata' names column '%s', which holds numbers or dates; strata are of "
                          "texts.",
                          name);
    for (size_t i = 0; i < n; i++)
        record[i].key = record[i].key << CODE_BITS | k->coding->code[i];
    for (size_t i = 0; i < block->rows; i++)
        row[i].key = row[i].key << CODE_BITS | k->code[i];
    return TACIT_OK;
}

static tacit_status sort_keys(tacit_ctx *cx, const tacit_synth_block *block,
                              const tacit_value *names, tacit_keyed **record, tacit_keyed **row)
{
    const size_t n = tacit_table_rows(block->data);
    if (names->n > MOST_COLUMNS)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "'strata' names %zu columns; there may be at most %d.", names->n,
                          MOST_COLUMNS);
    TACIT_TRY(tacit_scratch(cx, n, sizeof **record, record));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof **row, row));
    for (size_t i = 0; i < n; i++)
        (*record)[i].row = i;
    for (size_t i = 0; i < block->rows; i++)
        (*row)[i].row = i;
    for (size_t j = 0; j < names->n; j++)
        TACIT_TRY(add_codes(cx, block, names->texts[j], *record, *row));
    TACIT_TRY(tacit_sort_keyed(cx, *record, n));
    return tacit_sort_keyed(cx, *row, block->rows);
}

/* Where the keys equal to that at `from` end. */
static size_t end_of(const tacit_keyed *at, size_t n, size_t from)
{
    size_t to = from;
    while (to < n && at[to].key == at[from].key)
        to++;
    return to;
}

static tacit_status list_numbers(tacit_ctx *cx, const tacit_keyed *at, size_t n,
                                 const uint32_t **out)
{
    uint32_t *list = NULL;
    TACIT_TRY(tacit_scratch(cx, n, sizeof *list, &list));
    for (size_t i = 0; i < n; i++)
        list[i] = (uint32_t)at[i].row;
    *out = list;
    return TACIT_OK;
}

/* The stratum of all records, with the rows that are marked. */
static tacit_status list_rest(tacit_ctx *cx, const tacit_synth_block *block, const bool *rest,
                              tacit_synth_stratum *out)
{
    uint32_t *record = NULL, *row = NULL;
    out->records = tacit_table_rows(block->data);
    out->rows = 0;
    TACIT_TRY(tacit_scratch(cx, out->records, sizeof *record, &record));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *row, &row));
    for (size_t i = 0; i < out->records; i++)
        record[i] = (uint32_t)i;
    for (size_t i = 0; i < block->rows; i++)
        if (rest[i])
            row[out->rows++] = (uint32_t)i;
    out->record = record;
    out->row = row;
    return TACIT_OK;
}

tacit_status tacit_synth_strata_of(tacit_ctx *cx, const tacit_synth_block *block, size_t param,
                                   size_t least, tacit_synth_strata *out)
{
    const size_t records = tacit_table_rows(block->data);
    tacit_keyed *record = NULL, *row = NULL;
    tacit_synth_stratum *at = NULL;
    bool *rest = NULL;
    size_t n = 1;
    TACIT_TRY(sort_keys(cx, block, &block->args->at[param], &record, &row));
    TACIT_TRY(tacit_scratch(cx, records / (least > 0 ? least : 1) + 2, sizeof *at, &at));
    TACIT_TRY(tacit_scratch(cx, block->rows, sizeof *rest, &rest));
    for (size_t from = 0, next, to, i = 0; from < block->rows; from = next) {
        next = end_of(row, block->rows, from);
        while (i < records && record[i].key < row[from].key)
            i++;
        to = i < records && record[i].key == row[from].key ? end_of(record, records, i) : i;
        for (size_t k = from; k < next && to - i < least; k++)
            rest[row[k].row] = true;
        if (to - i < least)
            continue;
        at[n].records = to - i;
        at[n].rows = next - from;
        TACIT_TRY(list_numbers(cx, record + i, to - i, &at[n].record));
        TACIT_TRY(list_numbers(cx, row + from, next - from, &at[n].row));
        n++;
    }
    TACIT_TRY(list_rest(cx, block, rest, &at[0]));
    *out = (tacit_synth_strata){ n, at };
    return TACIT_OK;
}
