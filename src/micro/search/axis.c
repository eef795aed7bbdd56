/*
 * axis.c - one key of a space: its levels, labels and what each label stands for.
 *
 * O(values * levels).
 */
#include <string.h>

#include "micro/search/space_own.h"

/* Labels of the levels while they are being numbered. */
typedef struct making {
    tacit_axis *x;
    uint32_t values;   /* the missing one not included */
    bool some_missing; /* a cell is missing */
    uint32_t *labels;  /* of each level */
    uint32_t **label;  /* [level][value] */
    uint32_t **up;     /* [level][label] */
    double **share;    /* [level][label] */
} making;

static size_t dictionary_size(const making *m, size_t level)
{
    const tacit_hierarchy *h = m->x->hierarchy;
    if (level == 0)
        return m->values;
    return h != NULL ? tacit_dict_size(tacit_hierarchy_labels(h, level)) : m->values > 0;
}

/* Give level `l` its labels; the missing value shares the only label or has its own. */
static tacit_status make_level(tacit_ctx *cx, tacit_space_body *b, making *m, size_t l)
{
    const tacit_hierarchy *h = m->x->hierarchy;
    const uint32_t n = (uint32_t)dictionary_size(m, l);
    const bool own = m->some_missing && (l == 0 || n != 1);
    m->labels[l] = n + own;
    TACIT_TRY(tacit_space_keep(cx, b, (size_t)m->values + 1, sizeof **m->label, &m->label[l]));
    TACIT_TRY(tacit_space_keep(cx, b, (size_t)n + 1, sizeof **m->share, &m->share[l]));
    for (uint32_t v = 0; v < m->values; v++)
        m->label[l][v] = l == 0 ? v : h != NULL ? tacit_hierarchy_label(h, l, v) : 0;
    m->label[l][m->values] = own ? n : 0;
    for (uint32_t label = 0; label <= n; label++)
        m->share[l][label] = 1.0 / m->x->domain;
    for (uint32_t label = 0; l > 0 && label < n; label++)
        m->share[l][label] = h != NULL ? tacit_hierarchy_weight(h, l, label) / m->x->domain : 1.0;
    return TACIT_OK;
}

/* Where each label of level l goes one level up. */
static tacit_status make_steps(tacit_ctx *cx, tacit_space_body *b, making *m, size_t l)
{
    TACIT_TRY(tacit_space_keep(cx, b, (size_t)m->labels[l] + 1, sizeof **m->up, &m->up[l]));
    for (uint32_t v = 0; v < m->values + m->some_missing; v++)
        m->up[l][m->label[l][v]] = m->label[l + 1][v];
    return TACIT_OK;
}

static unsigned bits_for(uint32_t labels)
{
    unsigned bits = 1;
    while (bits < 32 && (labels - 1) >> bits != 0)
        bits++;
    return bits;
}

static tacit_status make_levels(tacit_ctx *cx, tacit_space_body *b, making *m)
{
    tacit_axis *x = m->x;
    TACIT_TRY(tacit_space_keep(cx, b, x->levels, sizeof *m->labels, &m->labels));
    TACIT_TRY(tacit_space_keep(cx, b, x->levels, sizeof *m->label, &m->label));
    TACIT_TRY(tacit_space_keep(cx, b, x->levels, sizeof *m->up, &m->up));
    TACIT_TRY(tacit_space_keep(cx, b, x->levels, sizeof *m->share, &m->share));
    for (size_t l = 0; l < x->levels; l++)
        TACIT_TRY(make_level(cx, b, m, l));
    for (size_t l = 0; l + 1 < x->levels; l++)
        TACIT_TRY(make_steps(cx, b, m, l));
    x->labels = m->labels;
    x->label = (const uint32_t *const *)m->label;
    x->up = (const uint32_t *const *)m->up;
    x->share = (const double *const *)m->share;
    x->bits = bits_for(m->labels[0]);
    return TACIT_OK;
}

/* Build the axis's hierarchy, if it has one, and count the values. */
static tacit_status take_values(tacit_ctx *cx, const tacit_space_body *b,
                                const tacit_column *column, const tacit_hierarchy_spec *spec,
                                making *m)
{
    tacit_axis *x = m->x;
    const size_t mark = tacit_scratch_mark(cx);
    tacit_values values;
    m->some_missing = tacit_column_missing(column) > 0;
    if (spec == NULL) {
        TACIT_TRY(tacit_values_of(cx, column, &values));
        m->values = values.n;
        x->domain = values.n > 0 ? (double)values.n : 1.0;
    } else {
        TACIT_TRY(b->joined != NULL
                      ? tacit_hierarchy_build(cx, spec->builder, &spec->args, column, &x->hierarchy)
                      : tacit_hierarchy_of(cx, spec, b->space.table, x->column, &x->hierarchy));
        m->values = (uint32_t)tacit_hierarchy_values(x->hierarchy);
        x->domain = tacit_hierarchy_domain(x->hierarchy);
    }
    x->missing = m->values;
    tacit_scratch_release(cx, mark);
    return TACIT_OK;
}

tacit_status tacit_axis_make(tacit_ctx *cx, tacit_space_body *b, const tacit_column *column,
                             const tacit_hierarchy_spec *spec, tacit_axis *x)
{
    making m = { .x = x };
    TACIT_TRY(take_values(cx, b, column, spec, &m));
    const size_t levels = x->hierarchy != NULL             ? tacit_hierarchy_levels(x->hierarchy)
                          : m.values > 1 || m.some_missing ? 2
                                                           : 1;
    if (levels > UINT8_MAX - 1)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "The hierarchy of column '%s' has %zu levels; a search takes up to %d.",
                          x->name, levels, UINT8_MAX - 1);
    x->levels = (uint8_t)levels;
    x->high = (uint8_t)(levels - 1);
    return make_levels(cx, b, &m);
}

const char *tacit_axis_text(const tacit_axis *x, size_t level, uint32_t label)
{
    TACIT_ASSERT(level < x->levels && label < x->labels[level]);
    if (level == 0)
        return x->hierarchy != NULL && label < x->missing
                   ? tacit_hierarchy_value(x->hierarchy, label)
                   : NULL;
    if (x->hierarchy == NULL)
        return "*";
    const tacit_dict *labels = tacit_hierarchy_labels(x->hierarchy, level);
    return label < tacit_dict_size(labels) ? tacit_dict_text(labels, label) : NULL;
}
