/*
 * record_swap_homes.c - households, their regions, and how rare they are in them.
 */
#include "micro/method/swap/record_swap_homes.h"

#include "micro/classes/group.h"
#include "table/values.h"

/* ---- households ---- */

/* Number the households by their first records. */
static tacit_status number_homes(tacit_ctx *cx, const tacit_table *t, tacit_homes *out)
{
    const size_t rows = tacit_table_rows(t), j = tacit_table_role_column(t, TACIT_ROLE_HOUSEHOLD);
    uint32_t *of_row = NULL, *number = NULL, *size = NULL;
    size_t *first = NULL;
    tacit_values v = { 0 };
    out->known = j < tacit_table_columns(t);
    if (out->known)
        TACIT_TRY(tacit_values_of(cx, tacit_table_column(t, j), &v));
    TACIT_TRY(tacit_scratch(cx, v.n, sizeof *number, &number));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *of_row, &of_row));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *first, &first));
    TACIT_TRY(tacit_scratch(cx, rows, sizeof *size, &size));
    for (size_t i = 0; i < rows; i++) {
        const bool alone = !out->known || v.of[i] == v.n;
        const bool fresh = alone || number[v.of[i]] == 0;
        of_row[i] = fresh ? (uint32_t)out->n : number[v.of[i]] - 1;
        if (fresh)
            first[out->n++] = i;
        if (fresh && !alone)
            number[v.of[i]] = (uint32_t)out->n;
        size[of_row[i]]++;
    }
    out->of_row = of_row;
    out->first = first;
    out->size = size;
    return TACIT_OK;
}

tacit_status tacit_homes_of(tacit_ctx *cx, const tacit_table *t, const tacit_select *moved,
                            tacit_homes *out)
{
    const size_t rows = tacit_table_rows(t);
    tacit_homes homes = { 0 };
    bool *able = NULL;
    TACIT_TRY(number_homes(cx, t, &homes));
    TACIT_TRY(tacit_scratch(cx, homes.n, sizeof *able, &able));
    for (size_t h = 0; h < homes.n; h++)
        able[h] = true;
    for (size_t c = 0; c < moved->n; c++) {
        const size_t mark = tacit_scratch_mark(cx);
        tacit_values v = { 0 };
        TACIT_TRY(tacit_values_of(cx, tacit_table_column(t, moved->at[c]), &v));
        for (size_t i = 0; i < rows; i++) {
            const size_t h = homes.of_row[i];
            able[h] = able[h] && v.of[i] < v.n && v.of[i] == v.of[homes.first[h]];
        }
        tacit_scratch_release(cx, mark);
    }
    for (size_t h = 0; h < homes.n; h++)
        homes.unable += !able[h];
    homes.able = able;
    *out = homes;
    return TACIT_OK;
}

tacit_status tacit_homes_profile(tacit_ctx *cx, const tacit_table *t, const tacit_homes *homes,
                                 const tacit_home_profile *profile, uint32_t **of)
{
    uint64_t *key = NULL, largest = 0;
    uint32_t *of_row = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_swap_classes(cx, t, &profile->columns, &of_row, &n));
    TACIT_TRY(tacit_scratch(cx, homes->n, sizeof *key, &key));
    TACIT_TRY(tacit_scratch(cx, homes->n, sizeof **of, of));
    for (size_t h = 0; h < homes->n; h++)
        largest = profile->size && homes->size[h] > largest ? homes->size[h] : largest;
    for (size_t h = 0; h < homes->n; h++)
        key[h] = of_row[homes->first[h]] * (largest + 1) + (profile->size ? homes->size[h] : 0);
    return homes->n == 0 ? TACIT_OK
                         : tacit_group_keys(cx, key, homes->n, n * (largest + 1), *of, &n);
}

/* ---- risk ---- */

/* The least number of records of a region alike a member, for each household. */
static tacit_status count_alike(tacit_ctx *cx, const tacit_table *t, const tacit_homes *homes,
                                const tacit_select *cols, uint64_t *least)
{
    const size_t mark = tacit_scratch_mark(cx), rows = tacit_table_rows(t);
    uint32_t *of = NULL;
    uint64_t *count = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_swap_classes(cx, t, cols, &of, &n));
    TACIT_TRY(tacit_scratch(cx, n, sizeof *count, &count));
    for (size_t i = 0; i < rows; i++)
        count[of[i]]++;
    for (size_t h = 0; h < homes->n; h++)
        least[h] = UINT64_MAX;
    for (size_t i = 0; i < rows; i++) {
        const size_t h = homes->of_row[i];
        least[h] = count[of[i]] < least[h] ? count[of[i]] : least[h];
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

/* Regions of one level: those of the first records. */
static tacit_status number_regions(tacit_ctx *cx, const tacit_table *t, const tacit_homes *homes,
                                   const tacit_select *cols, uint32_t **out)
{
    uint32_t *of = NULL;
    size_t n = 0;
    TACIT_TRY(tacit_scratch(cx, homes->n, sizeof **out, out));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_swap_classes(cx, t, cols, &of, &n));
    for (size_t h = 0; h < homes->n; h++)
        (*out)[h] = of[homes->first[h]];
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_homes_risk(tacit_ctx *cx, const tacit_table *t, const tacit_homes *homes,
                              const tacit_select regions_risk[2], uint64_t k, tacit_home_risk *out)
{
    const tacit_select *regions = &regions_risk[0], *risk = &regions_risk[1];
    size_t *level = NULL, *at = NULL;
    double *highest = NULL;
    uint64_t *least = NULL;
    tacit_home_risk r = { .levels = regions->n };
    TACIT_TRY(tacit_scratch(cx, r.levels, sizeof *r.region, &r.region));
    TACIT_TRY(tacit_scratch(cx, homes->n, sizeof *level, &level));
    TACIT_TRY(tacit_scratch(cx, homes->n, sizeof *highest, &highest));
    TACIT_TRY(tacit_scratch(cx, homes->n, sizeof *least, &least));
    TACIT_TRY(tacit_scratch(cx, regions->n + risk->n, sizeof *at, &at));
    for (size_t c = 0; c < risk->n; c++)
        at[regions->n + c] = risk->at[c];
    for (size_t h = 0; h < homes->n; h++) {
        level[h] = r.levels;
        highest[h] = 1.0;
    }
    /* The columns of a level stand right before those of the risk. */
    for (size_t l = 0; l < r.levels; l++) {
        const tacit_select own = { .n = l + 1, .at = regions->at };
        const tacit_select both = { .n = l + 1 + risk->n, .at = at + (regions->n - l - 1) };
        for (size_t c = 0; c <= l; c++)
            at[regions->n - l - 1 + c] = regions->at[c];
        TACIT_TRY(number_regions(cx, t, homes, &own, &r.region[l]));
        if (risk->n > 0)
            TACIT_TRY(count_alike(cx, t, homes, &both, least));
        for (size_t h = 0; h < homes->n && risk->n > 0; h++) {
            level[h] = least[h] < k && l < level[h] ? l : level[h];
            highest[h] = 1.0 / (double)least[h];
        }
    }
    r.level = level;
    r.highest = highest;
    *out = r;
    return TACIT_OK;
}
