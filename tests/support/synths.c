/*
 * synths.c - making synthetic tables from literals.
 */
#include "support/synths.h"

#include "base/pool.h"

synthesis *make_by(synthesis *s, size_t j, const char *generator)
{
    s->column[j].generator = NULL;
    if (generator == NULL)
        return s;
    s->column[j].generator = tacit_generator_find(generator);
    assert_non_null(s->column[j].generator);
    tacit_args_preset(s->column[j].generator->about.params, s->at[j], &s->args[j]);
    s->column[j].args = &s->args[j];
    return s;
}

synthesis *make_together(synthesis *s, size_t j, size_t n, const char *generator)
{
    for (size_t k = j; k < j + n; k++) {
        make_by(s, k, generator);
        assert_non_null(s->column[k].generator->make);
        s->column[k].together = k == j ? n : 0;
    }
    return s;
}

synthesis *start_synthesis(synthesis *s, const tacit_table *data, const char *generator)
{
    *s = (synthesis){ .spec = { .data = data,
                                .n = tacit_table_columns(data),
                                .rows = tacit_table_rows(data),
                                .sets = 1,
                                .dealt = true,
                                .rng = tacit_rng_seed(1) } };
    assert_true(s->spec.n <= SYNTH_COLUMNS);
    s->spec.column = s->column;
    for (size_t j = 0; j < s->spec.n; j++) {
        s->before[j] = j;
        s->column[j] = (tacit_synth_column){ .at = j, .predictors = { j, s->before } };
        make_by(s, j, generator);
    }
    if (generator != NULL && s->column[0].generator->make != NULL)
        make_together(s, 0, s->spec.n, generator);
    return s;
}

synthesis *set_synth(synthesis *s, const char *name, double x)
{
    for (size_t j = 0; j < s->spec.n; j++) {
        const size_t i = tacit_param_find(s->args[j].params, name);
        if (i < s->args[j].n)
            s->at[j][i] = (tacit_value){ .given = true, .number = x };
    }
    return s;
}

void run_synthesis(tacit_ctx *cx, synthesis *s)
{
    assert_true(s->spec.sets <= SYNTH_SETS);
    assert_ok(cx, tacit_synth_make(cx, &s->spec, s->told, s->set));
}

void end_synthesis(synthesis *s)
{
    for (size_t k = 0; k < s->spec.sets; k++)
        tacit_table_free(s->set[k]);
}

void assert_same_bytes(tacit_ctx *cx, const tacit_table *data, const char *generator,
                       const char *name, int choices)
{
    const size_t before = tacit_pool_threads();
    for (int choice = 0; choice < choices; choice++) {
        synthesis s, other;
        set_synth(start_synthesis(&s, data, generator), name, choice);
        run_synthesis(cx, &s);
        for (size_t threads = 1; threads <= 8; threads += 7) {
            tacit_pool_set(threads);
            set_synth(start_synthesis(&other, data, generator), name, choice)->spec.sets = 2;
            run_synthesis(cx, &other);
            assert_true(same_table(s.set[0], other.set[0]));
            assert_false(same_table(s.set[0], other.set[1]));
            end_synthesis(&other);
        }
        end_synthesis(&s);
    }
    tacit_pool_set(before);
}

void assert_bare_columns(const tacit_table *set)
{
    assert_cells(set, "none", ",,,");
    assert_cells(set, "empty", ",,,");
    assert_cells(set, "one", "1.5,1.5,1.5,1.5");
}
