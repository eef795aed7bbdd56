/*
 * shuffles.c - made-up data with known dependence, for methods that draw given predictors.
 */
#include "support/shuffles.h"

tacit_table *money(tacit_ctx *cx, size_t n, bool turn)
{
    static const char *const names[] = {
        "income", "wealth", "age", "size", "sex", "twice", "area"
    };
    static const tacit_type types[] = { TACIT_TYPE_REAL,    TACIT_TYPE_INTEGER,  TACIT_TYPE_REAL,
                                        TACIT_TYPE_INTEGER, TACIT_TYPE_CATEGORY, TACIT_TYPE_REAL,
                                        TACIT_TYPE_CATEGORY };
    tacit_builder *b[7] = { NULL };
    tacit_rng rng = tacit_rng_seed(77);
    for (size_t j = 0; j < 7; j++)
        assert_ok(cx, tacit_builder_new(cx, names[j], types[j], n, &b[j]));
    for (size_t i = 0; i < n; i++) {
        const double s = tacit_rng_normal(&rng), h = tacit_rng_normal(&rng);
        const bool second = 2 * i >= n;
        const double x = (turn && second ? -0.6 : 0.6) * s + 0.2 * h + 0.7 * tacit_rng_normal(&rng);
        const double y = 0.5 * x + 0.5 * h + 0.7 * tacit_rng_normal(&rng);
        const double income = 20000.0 * exp(x), age = 40.0 + 12.0 * s, twice = 2.0 * age + 1.0;
        const int64_t wealth = y < -0.52 ? 0 : (int64_t)(1000.0 * exp(y)), size = (int64_t)(4 + h);
        const char *sex = x + tacit_rng_normal(&rng) > 0.0 ? "m" : "f";
        assert_ok(cx, tacit_builder_reals(cx, b[0], &income, NULL, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[1], &wealth, NULL, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[2], &age, NULL, 1));
        assert_ok(cx, tacit_builder_integers(cx, b[3], &size, NULL, 1));
        assert_ok(cx, tacit_builder_text(cx, b[4], sex, 1));
        assert_ok(cx, tacit_builder_reals(cx, b[5], &twice, NULL, 1));
        assert_ok(cx, tacit_builder_text(cx, b[6], second ? "B" : "A", 1));
    }
    return finish_columns(cx, b, 7, n);
}

mask *predict_by(mask *m, const char *const *names, size_t n)
{
    tacit_value *v = argument(&m->a, "by");
    v->texts = names;
    v->n = n;
    return m;
}

double *numbers_of(tacit_ctx *cx, const tacit_table *t, const char *name, size_t from, size_t n)
{
    double *x = NULL;
    assert_ok(cx, tacit_scratch(cx, n, sizeof *x, &x));
    for (size_t i = 0; i < n; i++)
        x[i] = tacit_column_number(column_of(t, name), from + i);
    return x;
}

double spearman(tacit_ctx *cx, const tacit_table *s, const char *a, const tacit_table *t,
                const char *b, stretch rows)
{
    double *x = numbers_of(cx, s, a, rows.from, rows.n),
           *y = numbers_of(cx, t, b, rows.from, rows.n);
    assert_ok(cx, tacit_ranks_of(cx, x, rows.n, 1));
    assert_ok(cx, tacit_ranks_of(cx, y, rows.n, 1));
    return tacit_correlation(x, y, rows.n);
}

void assert_same_values(tacit_ctx *cx, const tacit_table *s, const tacit_table *t, const char *name,
                        size_t from, size_t n)
{
    double *x = numbers_of(cx, s, name, from, n), *y = numbers_of(cx, t, name, from, n);
    assert_ok(cx, tacit_sort_reals(cx, x, n));
    assert_ok(cx, tacit_sort_reals(cx, y, n));
    assert_memory_equal(x, y, n * sizeof *x);
}

double partial(double xy, double xz, double yz)
{
    return (xy - xz * yz) / sqrt((1.0 - xz * xz) * (1.0 - yz * yz));
}

bool is_noted(const tacit_result *told, const char *part)
{
    const json_t *note = NULL;
    size_t i;
    json_array_foreach(json_object_get(told, "notes"), i, note)
    {
        if (strstr(json_string_value(note), part) != NULL)
            return true;
    }
    return false;
}
