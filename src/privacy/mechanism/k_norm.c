/*
 * k_norm.c - several sums with noise by the norm in which a person moves them.
 *
 * P(noise = y) is proportional to exp(-|y| / b), b = sensitivity / epsilon, where |y| is the sum of
 * sizes (l1) or the largest of them (linf): epsilon-private if no person moves the values by more
 * than the sensitivity in that norm (Hardt and Talwar 2010, on a lattice).  l1 is discrete Laplace
 * noise for each.  linf is for up to 20 values that a person can move all at once: with
 * q = exp(-1/b), q^|y| is the sum over r >= |y| of (1 - q) q^r, so y is uniform in a cube of
 * (2r+1)^d points where r has weight (2r+1)^d q^r.  That is the sum over k <= d of B(d,k)
 * C(r-k+d, d) q^r, B the Eulerian numbers of type B (Brenti 1994): k has weight B(d,k) q^k, and
 * r - k is the sum of d + 1 geometric draws.  0.1 microseconds a value, 3 d for linf at most.
 */
#include "privacy/mechanism/mechanism.h"

enum { EPSILON, SENSITIVITY, NORM };
enum { L1, LINF };
enum { MOST_VALUES = 20 }; /* 2^20 20! is below 2^82 */

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

static tacit_status prepare(tacit_ctx *cx, tacit_request *request)
{
    TACIT_TRY(tacit_request_scale(cx, request, 1));
    if (tacit_arg_choice(request->args, NORM) == LINF && request->n > MOST_VALUES)
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "k_norm with linf answers at most %d values at once; use l1, or "
                          "discrete_gaussian.",
                          MOST_VALUES);
    return TACIT_OK;
}

/* B(d, 0 ... d): B(d,k) = (2k+1) B(d-1,k) + (2d-2k+1) B(d-1,k-1). */
static void eulerian(size_t d, tacit_u128 b[MOST_VALUES + 1])
{
    for (size_t k = 0; k <= MOST_VALUES; k++)
        b[k] = k == 0;
    for (size_t n = 1; n <= d; n++)
        for (size_t k = n; k > 0; k--)
            b[k] = (2 * k + 1) * b[k] + (2 * n - 2 * k + 1) * b[k - 1];
}

/* Half the side of the cube. */
static tacit_u128 draw_radius(const tacit_request *request, tacit_keystream *stream)
{
    const size_t d = request->n;
    const tacit_ratio gamma = { request->scale.under, request->scale.over };
    tacit_u128 b[MOST_VALUES + 1];
    eulerian(d, b);
    tacit_u128 r = tacit_draw_falling(stream, b, d + 1, gamma);
    for (size_t i = 0; i <= d; i++)
        r += tacit_draw_geometric(stream, request->scale);
    return r;
}

static void draw(const tacit_request *request, tacit_keystream *stream, tacit_i128 *noise)
{
    if (tacit_arg_choice(request->args, NORM) == L1) {
        tacit_draw_laplaces(request, stream, noise);
        return;
    }
    const tacit_u128 r = draw_radius(request, stream);
    for (size_t i = 0; i < request->n; i++)
        noise[i] = (tacit_i128)tacit_draw_below(stream, 2 * r + 1) - (tacit_i128)r;
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
