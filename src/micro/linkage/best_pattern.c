/*
 * best_pattern.c - for each record the partner of the highest weight.
 *
 * Weights belong to patterns, of which there are few; pairs are compared by the rank of
 * their pattern, a whole number, so that equal weights tie whatever the rounding.
 */
#include "micro/linkage/best_pattern.h"

#include <math.h>

#include "base/sort.h"

static const double EQUAL = 1e-9;

tacit_status tacit_pattern_ranks(tacit_ctx *cx, const tacit_pattern_code *code,
                                 const tacit_fs *model, uint32_t **out)
{
    tacit_keyed *order = NULL;
    double *weight = NULL;
    uint32_t rank = 0;
    TACIT_TRY(tacit_scratch(cx, code->size, sizeof **out, out));
    const size_t mark = tacit_scratch_mark(cx);
    TACIT_TRY(tacit_scratch(cx, code->size, sizeof *order, &order));
    TACIT_TRY(tacit_scratch(cx, code->size, sizeof *weight, &weight));
    for (uint32_t c = 0; c < code->size; c++) {
        uint8_t level[TACIT_FIELDS_MAX];
        tacit_pattern_levels(code, c, level);
        weight[c] = tacit_fs_weight(model, level) + 0.0;
        order[c] = (tacit_keyed){ tacit_sort_key_real(weight[c]), c };
    }
    TACIT_TRY(tacit_sort_keyed(cx, order, code->size));
    for (uint32_t i = 0; i < code->size; i++) {
        rank += i > 0 && weight[order[i].row] - weight[order[i - 1].row] > EQUAL;
        (*out)[order[i].row] = rank;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_right_links_of(tacit_ctx *cx, const tacit_pattern_pairs *pairs,
                                  const tacit_fs *model, const uint32_t *same,
                                  tacit_right_links *out)
{
    const size_t mark = tacit_scratch_mark(cx);
    tacit_pattern_code code;
    tacit_best best;
    uint32_t *rank = NULL;
    *out = (tacit_right_links){ 0 };
    TACIT_TRY(tacit_pattern_code_of(cx, pairs, &code));
    TACIT_TRY(tacit_pattern_ranks(cx, &code, model, &rank));
    TACIT_TRY(tacit_scan_best(cx, pairs, rank, same, &best));
    for (size_t i = 0; i < pairs->n_a; i++) {
        out->credit += best.hit[i] ? 1.0 / best.ties[i] : 0.0;
        out->unique += best.hit[i] && best.ties[i] == 1;
    }
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

void tacit_fs_set_true_m(const tacit_pattern_pairs *pairs, const uint32_t *same, double least,
                         tacit_fs *model)
{
    for (size_t k = 0; k < pairs->fields; k++) {
        const tacit_link_field *f = &pairs->field[k];
        double seen[TACIT_LEVELS_MAX + 1] = { 0 };
        for (size_t i = 0; i < pairs->n_a; i++)
            seen[tacit_link_field_level(f, f->a[i], f->b[same[i]])] += 1.0;
        const double present = (double)pairs->n_a - seen[f->levels];
        for (uint8_t l = 0; present > 0.0 && l < f->levels; l++)
            model->m[k][l] = fmin(fmax(seen[l] / present, least), 1.0 - least);
    }
}
