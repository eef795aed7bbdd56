/*
 * masks.c - running masking methods on literal tables.
 */
#include "support/masks.h"

mask *start_mask(mask *m, const char *method)
{
    *m = (mask){ .method = tacit_method_find(method), .seed = 42 };
    if (m->method == NULL)
        fail_msg("no method '%s'", method);
    preset_args(&m->a, &m->method->about);
    return m;
}

mask *add_column(mask *m, const tacit_table *t, const char *name)
{
    assert_true(m->n < MOST_FIELDS && tacit_table_find(t, name) < tacit_table_columns(t));
    m->name[m->n] = name;
    m->at[m->n++] = tacit_table_find(t, name);
    tacit_value *v = argument(&m->a, "columns");
    v->texts = m->name;
    v->n = m->n;
    return m;
}

tacit_status try_mask(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_table **out)
{
    const tacit_rng rng = tacit_rng_seed(m->seed);
    const tacit_job job = {
        .in = t, .cols = { m->n, m->at }, .args = &m->a.args, .rng = &rng, .simulation = !m->system
    };
    return tacit_method_run(cx, m->method, &job, out);
}

tacit_table *run_mask(tacit_ctx *cx, const mask *m, const tacit_table *t)
{
    tacit_table *out = NULL;
    assert_ok(cx, try_mask(cx, m, t, &out));
    return out;
}

void assert_masked(tacit_ctx *cx, const mask *m, const tacit_table *t, const char *name,
                   const char *cells)
{
    tacit_table *out = run_mask(cx, m, t);
    assert_cells(out, name, cells);
    tacit_table_free(out);
}

void assert_mask_fails(tacit_ctx *cx, const mask *m, const tacit_table *t, tacit_status code,
                       const char *part)
{
    tacit_table *out = NULL;
    assert_fails(cx, try_mask(cx, m, t, &out), code, part);
    assert_null(out);
    assert_untold(cx, "4711");
    assert_untold(cx, "secret");
}
