/*
 * k_norm.c - several sums with noise by the norm in which a person moves them.
 *
 * P(noise = y) is proportional to exp(-epsilon |y| / sensitivity), where |y| is the sum of sizes
 * (l1) or the largest of them (linf): epsilon-private if no person moves the values by more than
 * the sensitivity in that norm (Hardt and Talwar 2010, on a lattice).  l1 is discrete Laplace noise
 * for each.  linf, for up to 6 values that a person can move all at once: r = |y| has weight N_r
 * exp(-r/b), b = sensitivity/epsilon, N_r = (2r+1)^d - (2r-1)^d points, N_0 = 1.  A sum r of d
 * geometric draws has weight C(r+d-1, d-1) exp(-r/b), and is kept with probability
 * N_r / (2^d d! C(r+d-1, d-1)), which the mean value theorem keeps below 1; then one of the N_r
 * points is drawn.
 */
#include "privacy/mechanism/mechanism.h"

enum { EPSILON, SENSITIVITY, NORM };
enum { L1, LINF };
enum { MOST_VALUES = 6 };

static const char *const NORMS[] = { "l1", "linf", NULL };

static const tacit_param PARAMS[] = {
    [EPSILON] = TACIT_PARAM_EPSILON,
    [SENSITIVITY] = { .name = "sensitivity",
                      .type = TACIT_PARAM_INTEGER,
                      .need = TACIT_REQUIRED,
                      .min = 1,
                      .max = 0x1p53,
                      TACIT_USEFUL_LOG(1, 1e6, "steps"),
                      .help = "by how many steps a person can move the values, in the norm" },
    [NORM] = { .name = "norm",
               .type = TACIT_PARAM_CHOICE,
               .preset = LINF,
               .choices = NORMS,
               .help = "the sum of what each value is moved by, or the most that one is" },
    TACIT_PARAM_END
};

/* The greatest r with (2r+1)^d below 2^126. */
static tacit_u128 most_radius(size_t d)
{
    return ((tacit_u128)1 << (126 / d - 1)) - 1;
}

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    const size_t d = request->n;
    TACIT_TRY(tacit_request_scale(cx, request, 1));
    if (tacit_arg_choice(request->args, NORM) == L1)
        return TACIT_OK;
    if (d > MOST_VALUES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "k_norm with linf answers at most %d values at once; use l1, or "
                          "discrete_gaussian.",
                          MOST_VALUES);
    if ((tacit_u128)128 * d * (request->scale.over / request->scale.under + 1) > most_radius(d))
        return tacit_fail(
            cx, TACIT_ERR_INPUT,
            "k_norm with linf cannot draw that much noise for %zu values exactly; take "
            "a coarser lattice, or l1.",
            d);
    return TACIT_OK;
}

/* x^k. */
static tacit_u128 power(tacit_u128 x, size_t k)
{
    tacit_u128 out = 1;
    for (; k > 0; k--)
        out *= x;
    return out;
}

/* How many points have the largest size r. */
static tacit_u128 shell(tacit_u128 r, size_t d)
{
    return r == 0 ? 1 : power(2 * r + 1, d) - power(2 * r - 1, d);
}

/* Of the largest size; a sum beyond what fits, of which there is one in exp(128), is drawn anew. */
static tacit_u128 draw_radius(const tacit_request *request, tacit_keystream *stream)
{
    const size_t d = request->n;
    for (;;) {
        tacit_u128 r = 0, all = power(2, d) * d;
        for (size_t i = 0; i < d; i++)
            r += tacit_draw_geometric(stream, request->scale);
        if (r > most_radius(d))
            continue;
        for (size_t i = 1; i < d; i++)
            all *= r + i;
        if (tacit_draw_below(stream, all) < shell(r, d))
            return r;
    }
}

/* Point number `at` of those with largest size r > 0: they are ordered by the first value that has
 * that size, before which all are smaller. */
static void take_point(tacit_u128 at, tacit_u128 r, size_t d, tacit_i128 *out)
{
    size_t first = 0;
    tacit_u128 block = 2 * power(2 * r + 1, d - 1);
    while (at >= block) {
        at -= block;
        first++;
        block = 2 * power(2 * r - 1, first) * power(2 * r + 1, d - 1 - first);
    }
    out[first] = at % 2 == 0 ? (tacit_i128)r : -(tacit_i128)r;
    at /= 2;
    for (size_t i = 0; i < d; i++) {
        const tacit_u128 half = i < first ? r - 1 : r;
        if (i == first)
            continue;
        out[i] = (tacit_i128)(at % (2 * half + 1)) - (tacit_i128)half;
        at /= 2 * half + 1;
    }
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    if (tacit_arg_choice(request->args, NORM) == L1) {
        tacit_draw_laplaces(request, stream, noise);
        return;
    }
    const size_t d = request->n;
    const tacit_u128 r = draw_radius(request, stream);
    for (size_t i = 0; i < d; i++)
        noise[i] = 0;
    if (r > 0)
        take_point(tacit_draw_below(stream, shell(r, d)), r, d, noise);
}

const tacit_mechanism tacit_mechanism_k_norm = {
    .about = { .name = "k_norm",
               .title = "K-norm",
               .summary = "Adds noise to several sums by the norm in which a person moves them.",
               .source = "Hardt and Talwar (2010), On the geometry of differential privacy",
               .params = PARAMS },
    .kind = TACIT_MECHANISM_ADDS,
    .prepare = prepare,
    .draw = draw,
    .answer = tacit_answer_sums,
    .loss = tacit_request_pure_loss,
};
