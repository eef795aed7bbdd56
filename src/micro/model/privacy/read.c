/*
 * read.c - an account of mechanisms, as it was made or as it stands in a certificate.
 *
 * A certificate comes from anybody: what is claimed of a mechanism must be what follows from its
 * epsilon, bounds and categories.
 */
#include <math.h>
#include <string.h>

#include "micro/model/privacy/privacy.h"
#include "privacy/accountant/safepub.h"
#include "privacy/mechanism/single.h"

/* How a mechanism is checked, by its name in the account. */
typedef struct kind {
    const char *name;
    const tacit_mechanism *mechanism;
    tacit_status (*check)(tacit_ctx *cx, const struct kind *kind, json_int_t rows, tacit_touch *t);
} kind;

static tacit_status fail_wrong(tacit_ctx *cx, const char *what)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The account of mechanisms is not what tacit writes: %s does not fit.", what);
}

static bool has_texts(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_is_string(json_array_get(list, i)))
            return false;
    return json_array_size(list) > 0;
}

static bool is_same(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

/* ---- each mechanism ---- */

static tacit_status check_categories(tacit_ctx *cx, const kind *own, json_int_t rows,
                                     tacit_touch *t)
{
    tacit_single s;
    tacit_ratio scale;
    (void)rows;
    if (!has_texts(t->categories) || json_array_size(t->categories) < 2)
        return fail_wrong(cx, "a list of categories");
    TACIT_TRY(tacit_single_new(cx, own->mechanism, t->epsilon,
                               (double)json_array_size(t->categories), &s));
    return tacit_single_loss(cx, &s, &t->loss, &scale);
}

/* Steps by which a record can move what noise was added to. */
static double moves_of(const tacit_touch *t, json_int_t rows)
{
    const double groups = rows >= t->k ? floor((double)rows / (double)t->k) : 1.0;
    const double times = t->k > 1 && t->together > 1 ? groups : 1.0;
    return ((double)t->upper - (double)t->lower) * times;
}

static tacit_status check_laplace(tacit_ctx *cx, const kind *own, json_int_t rows, tacit_touch *t)
{
    tacit_single s;
    tacit_ratio scale;
    if (t->k < 1 || t->together < 1 || t->lower >= t->upper || t->decimals < 0 || t->decimals > 9)
        return fail_wrong(cx, "a lattice");
    if (!is_same((double)t->sensitivity, moves_of(t, rows)))
        return fail_wrong(cx, "a sensitivity");
    TACIT_TRY(tacit_single_new(cx, own->mechanism, t->epsilon, (double)t->sensitivity, &s));
    TACIT_TRY(tacit_single_loss(cx, &s, &t->loss, &scale));
    if (t->k > 1) /* several sums can move: the loss can be all in one step */
        t->loss = tacit_loss_pure(t->epsilon, 1);
    return t->over > 0 && (uint64_t)t->over == scale.over && (uint64_t)t->under == scale.under
               ? TACIT_OK
               : fail_wrong(cx, "a scale");
}

static tacit_status check_crowds(tacit_ctx *cx, const kind *own, json_int_t rows, tacit_touch *t)
{
    (void)own;
    (void)rows;
    const bool range = t->epsilon >= 0.01 && t->epsilon <= TACIT_SAFEPUB_MOST_EPSILON &&
                       t->delta > 0.0 && t->delta < 1.0;
    if (!range || !is_same(t->share, tacit_safepub_share(t->epsilon)) || t->k < 1 ||
        !(tacit_safepub_delta(t->epsilon, (uint64_t)t->k) < t->delta))
        return fail_wrong(cx, "the size of crowds");
    t->loss = (tacit_privacy_loss){ .kind = TACIT_LOSS_APPROXIMATE,
                                    .epsilon = t->epsilon,
                                    .delta = t->delta,
                                    .rate = 1.0,
                                    .times = 1 };
    return TACIT_OK;
}

static tacit_status check_constant(tacit_ctx *cx, const kind *own, json_int_t rows, tacit_touch *t)
{
    (void)own;
    (void)rows;
    t->constant = true;
    return has_texts(t->categories) && json_array_size(t->categories) == 1
               ? TACIT_OK
               : fail_wrong(cx, "a constant");
}

static tacit_status check_generator(tacit_ctx *cx, const kind *own, json_int_t rows, tacit_touch *t)
{
    (void)own;
    (void)rows;
    return tacit_private_check_looks(cx, t);
}

static const kind KINDS[] = {
    { "randomised_response", &tacit_mechanism_randomised_response, check_categories },
    { "unary_encoding", &tacit_mechanism_unary_encoding, check_categories },
    { "local_hashing", &tacit_mechanism_local_hashing, check_categories },
    { "discrete_laplace", &tacit_mechanism_discrete_laplace, check_laplace },
    { "safepub", NULL, check_crowds },
    { "constant", NULL, check_constant },
    { "generator", NULL, check_generator },
};

/* ---- the account ---- */

static tacit_status read_touch(tacit_ctx *cx, json_t *from, json_int_t rows, tacit_touch *t)
{
    const int bad = json_unpack_ex(
        from, NULL, JSON_STRICT,
        "{s:s, s:o, s?s, s?F, s?F, s?F, s?o, s?I, s?I, s?I, s?I, s?[I, I], s?I, s?I, s?b, s?b, "
        "s?o, s?o, s?s, s:I}",
        "mechanism", &t->mechanism, "columns", &t->columns, "of", &t->of, "epsilon", &t->epsilon,
        "delta", &t->delta, "share", &t->share, "categories", &t->categories, "decimals",
        &t->decimals, "lower", &t->lower, "upper", &t->upper, "sensitivity", &t->sensitivity,
        "scale", &t->over, &t->under, "k", &t->k, "together", &t->together, "within", &t->within,
        "recoded", &t->recoded, "looks", &t->looks, "domains", &t->domains, "neighbours",
        &t->neighbours, "step", &t->step);
    if (bad != 0 || !has_texts(t->columns))
        return fail_wrong(cx, "a mechanism");
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        if (strcmp(KINDS[i].name, t->mechanism) == 0)
            return KINDS[i].check(cx, &KINDS[i], rows, t);
    return fail_wrong(cx, "the name of a mechanism");
}

tacit_status tacit_private_read(tacit_ctx *cx, json_t *from, tacit_private_account *out)
{
    json_t *list = NULL, *refused = NULL;
    const char *order = NULL;
    int simulation = 0;
    *out = (tacit_private_account){ 0 };
    if (json_unpack_ex(from, NULL, JSON_STRICT, "{s:o, s:I, s:s, s?b, s?o}", "mechanisms", &list,
                       "rows", &out->rows, "order", &order, "simulation", &simulation, "refused",
                       &refused) != 0 ||
        !json_is_array(list) || out->rows < 0)
        return fail_wrong(cx, "its form");
    out->ordered = strcmp(order, "random") != 0;
    out->simulation = simulation != 0;
    out->refused = refused;
    out->n = json_array_size(list);
    TACIT_TRY(tacit_scratch(cx, out->n, sizeof *out->touch, &out->touch));
    for (size_t i = 0; i < out->n; i++)
        TACIT_TRY(read_touch(cx, json_array_get(list, i), out->rows, &out->touch[i]));
    return TACIT_OK;
}
