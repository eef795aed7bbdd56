/*
 * rows.c - labels of values as they stand in files and requests.
 *
 * O(rows + values * levels).
 */
#include "hierarchy/rows.h"

#include <string.h>

tacit_status tacit_rows_new(tacit_ctx *cx, tacit_hierarchy *h, size_t most, size_t levels,
                            tacit_hierarchy_rows *out)
{
    *out = (tacit_hierarchy_rows){ .h = h, .levels = levels, .most = most };
    TACIT_TRY(tacit_scratch(cx, tacit_hierarchy_values(h), sizeof *out->row, &out->row));
    TACIT_TRY(tacit_scratch(cx, most, sizeof *out->unused, &out->unused));
    return tacit_scratch(cx, most, levels * sizeof *out->label, &out->label);
}

void tacit_rows_add(tacit_hierarchy_rows *r, const char *text, const char *const *label,
                    size_t *twin)
{
    const size_t v = tacit_hierarchy_find(r->h, text);
    const bool unused = v == tacit_hierarchy_values(r->h);
    *twin = r->n;
    if (!unused && r->row[v] > 0) {
        *twin = r->row[v] - 1;
        return;
    }
    TACIT_ASSERT(r->n < r->most);
    r->unused[r->n] = unused;
    memcpy(&r->label[r->n * r->levels], label, r->levels * sizeof *label);
    r->n++;
    *twin = r->n;
    if (!unused)
        r->row[v] = r->n;
}

static const char *label_of(void *user, size_t v)
{
    const tacit_hierarchy_rows *r = user;
    return r->row[v] > 0 ? r->label[(r->row[v] - 1) * r->levels + r->level] : NULL;
}

tacit_status tacit_rows_finish(tacit_ctx *cx, tacit_hierarchy_rows *r)
{
    for (r->level = 0; r->level < r->levels; r->level++)
        TACIT_TRY(tacit_hierarchy_add_level(cx, r->h, label_of, r));
    for (size_t i = 0; i < r->n; i++)
        if (r->unused[i])
            tacit_hierarchy_add_unused(r->h, &r->label[i * r->levels]);
    return TACIT_OK;
}
