/*
 * generated.c - a private generator with its arguments, and data as codes.
 */
#include "support/privacy/generated.h"

#include "support/check.h"

void generated_set(generated *g, const char *name, double x)
{
    const tacit_param *params = g->generator->about.params;
    const size_t i = tacit_param_find(params, name);
    assert_true(i < tacit_param_count(params));
    g->at[i] = (tacit_value){ .given = true, .number = x };
    g->replaces = g->replaces || (strcmp(name, "records") == 0 && x > 0);
}

void generated_of(const char *name, double epsilon, generated *out)
{
    *out = (generated){ .generator = tacit_generator_find(name) };
    assert_non_null(out->generator);
    assert_non_null(out->generator->answer);
    const tacit_param *params = out->generator->about.params;
    assert_true(tacit_param_count(params) <= MOST_GENERATOR_ARGS);
    tacit_args_preset(params, out->at, &out->args);
    out->replaces = tacit_param_find(params, "records") == tacit_param_count(params);
    generated_set(out, "epsilon", epsilon);
}

void generated_make(tacit_ctx *cx, const generated *g, const tacit_private_table *data,
                    tacit_keystream *stream, tacit_purse *purse, tacit_private_table *out)
{
    uint64_t seed = 0;
    for (size_t i = 0; i < sizeof seed; i++)
        seed = seed << 8 | tacit_keystream_byte(stream);
    *purse = (tacit_purse){ .stream = stream, .replaces = g->replaces };
    const tacit_private_job job = {
        .data = data, .args = &g->args, .purse = purse, .rng = tacit_rng_seed(seed)
    };
    assert_ok(cx, g->generator->answer(cx, &job, out));
}
