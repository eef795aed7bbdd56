/*
 * recodings.c - local recodings of small tables, and whether they are what they promise.
 */
#include "support/recodings.h"

void add_tree(world *w, size_t i, const char *column)
{
    static const char *const low[] = { "v0", "v1" }, *const high[] = { "v2", "v3", "v4" };
    static const tacit_group branches[] = { { .label = "low", .member = low, .n = 2 },
                                            { .label = "high", .member = high, .n = 3 } };
    const tacit_hierarchy_builder *tree = tacit_hierarchy_builder_find("tree");
    preset_args(&w->tree[i], &tree->about);
    tacit_value *v = argument(&w->tree[i], "branches");
    v->groups = branches;
    v->n = 2;
    w->hierarchy[i] =
        (tacit_hierarchy_spec){ .column = column, .builder = tree, .args = w->tree[i].args };
}

void open_world(tacit_ctx *cx, tacit_table *table, uint64_t k, uint64_t l, world *w)
{
    static const size_t keys[] = { 0, 1, 2 }, sensitive[] = { 3 };
    tacit_requirement require[MOST_REQUIRED];
    *w = (world){ .cx = cx, .table = table, .k = k, .l = l };
    for (size_t j = 0; j < 4; j++)
        tacit_table_set_roles(table, j, j < 3 ? TACIT_ROLE_KEY : TACIT_ROLE_SENSITIVE);
    add_tree(w, 0, "a");
    add_tree(w, 1, "b");
    const tacit_search_space_spec spec = { .table = table,
                                           .keys = { .n = 3, .at = keys },
                                           .sensitive = { .n = 1, .at = sensitive },
                                           .hierarchies = w->hierarchy,
                                           .n_hierarchies = 2 };
    assert_ok(cx, tacit_space_new(cx, &spec, &w->space));
    assert_ok(cx, tacit_subject_new(cx, table, &w->subject));
    require[0] = (tacit_requirement){ tacit_model_find("k_anonymity"), &w->model[0].args };
    require[1] = (tacit_requirement){ tacit_model_find("l_diversity"), &w->model[1].args };
    set_number(preset_args(&w->model[0], &require[0].model->measure.about), "k", (double)k);
    set_number(preset_args(&w->model[1], &require[1].model->measure.about), "l", (double)l);
    assert_ok(cx, tacit_judge_new(cx, w->subject, require, l > 0 ? 2 : 1, &w->judge));
}

void close_world(world *w)
{
    tacit_judge_free(w->judge);
    tacit_space_free(w->space);
    tacit_subject_free(w->subject);
    tacit_table_free(w->table);
}

uint32_t world_value(const world *w, size_t i, size_t a)
{
    return tacit_space_label(w->space, &w->space->cells, a, w->space->cell_of_row[i]);
}

bool world_missing(const world *w, size_t i, size_t a)
{
    return tacit_column_is_missing(tacit_table_column(w->table, w->space->axis[a].column), i);
}

bool world_accepts(const world *w, const size_t *record, size_t n)
{
    const tacit_column *s = tacit_table_column(w->table, 3);
    const uint32_t *code = tacit_column_codes(s);
    uint64_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        bool first = !tacit_column_is_missing(s, record[i]);
        for (size_t j = 0; j < i; j++)
            first = first &&
                    (tacit_column_is_missing(s, record[j]) || code[record[i]] != code[record[j]]);
        distinct += first;
    }
    return n >= w->k && (distinct >= w->l || distinct == 0);
}

double region_share(const tacit_axis *x, const tacit_search_region *r)
{
    if (r->level == TACIT_REGION_RANGE)
        return (double)(r->last - r->label + 1) / x->domain;
    return x->share[r->level][r->label];
}

bool region_covers(const tacit_axis *x, const tacit_search_region *r, uint32_t value)
{
    if (r->level == TACIT_REGION_RANGE)
        return value != x->missing && value >= r->label && value <= r->last;
    assert_in_range(r->level, x->low, x->high);
    return x->label[r->level][value] == r->label;
}

double measured_loss(const world *w, const tacit_recoding *r, const uint32_t *group, size_t a)
{
    const tacit_axis *x = &w->space->axis[a];
    double sum = 0.0, n = 0.0;
    for (size_t i = 0; i < w->space->records; i++) {
        if (world_missing(w, i, a))
            continue;
        sum +=
            group[i] == r->n ? 1.0 : region_share(x, &r->region[group[i] * w->space->n_axes + a]);
        n += 1.0;
    }
    return n > 0.0 && x->domain > 1.0 ? (sum - n / x->domain) / (n - n / x->domain) : 0.0;
}

void check_regions(const world *w, const tacit_recoding *r, const uint32_t *group)
{
    const size_t axes = w->space->n_axes;
    for (size_t i = 0; i < w->space->records; i++)
        for (size_t a = 0; a < axes && group[i] < r->n; a++)
            assert_true(region_covers(&w->space->axis[a], &r->region[group[i] * axes + a],
                                      world_value(w, i, a)));
    for (size_t g = 0; g < r->n; g++)
        for (size_t h = 0; h < g; h++) {
            bool same = true;
            for (size_t a = 0; a < axes; a++) {
                const tacit_search_region *x = &r->region[g * axes + a],
                                          *y = &r->region[h * axes + a];
                same = same && x->level == y->level && x->label == y->label && x->last == y->last;
            }
            assert_false(same);
        }
}

void check_recoding(const world *w, const tacit_recoding *r)
{
    enum { MOST_ROWS = 4096 };
    uint32_t group[MOST_ROWS];
    size_t record[MOST_ROWS];
    uint64_t gone = 0;
    double loss = 0.0;
    const size_t rows = w->space->records, axes = w->space->n_axes;
    assert_true(rows <= MOST_ROWS);
    assert_ok(w->cx, tacit_recoding_rows(w->cx, w->space, r, group));
    for (size_t g = 0; g <= r->n; g++) {
        size_t n = 0;
        for (size_t i = 0; i < rows; i++)
            if (group[i] == g)
                record[n++] = i;
        if (g < r->n)
            assert_true(world_accepts(w, record, n));
        else
            gone = n;
    }
    assert_int_equal(gone, r->suppressed);
    check_regions(w, r, group);
    for (size_t a = 0; a < axes; a++) {
        assert_near(r->by_axis[a], measured_loss(w, r, group, a), 1e-12);
        loss += r->by_axis[a] / (double)axes;
    }
    assert_near(r->loss, loss, 1e-12);
}

tacit_recoding *recode(world *w, const tacit_local_spec *spec)
{
    tacit_recoding *r = NULL;
    assert_ok(w->cx, tacit_recode_locally(w->cx, w->space, w->judge, spec, &r));
    assert_true(r->suppressed <= spec->most_suppressed);
    if (spec->weight == NULL)
        check_recoding(w, r);
    return r;
}
