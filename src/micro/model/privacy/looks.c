/*
 * looks.c - the account of a private generator: what all its looks at the data give away.
 *
 * With delta 0 epsilons are added as decimal fractions (pure privacy); otherwise rhos, by which
 * Gaussian noise spends its rho, a choice by the exponential mechanism epsilon^2 / 8 and Laplace
 * noise epsilon^2 / 2 (zero_concentrated.c), and the epsilon at delta follows.  Amounts may depend
 * on earlier answers, as long as their sum keeps to a limit that was set before: so what counts is
 * the epsilon of the plan, and the sum has to keep to it.
 *
 * Looks at samples of records, as learning takes many of, are of Gaussian noise with one amount for
 * all, and stand alone; what they give away together is what the best accountant finds.
 */
#include <math.h>
#include <string.h>

#include "micro/model/privacy/privacy.h"
#include "privacy/accountant/gaussian.h"
#include "privacy/mechanism/mechanism.h"

/* Steps of a lattice that a record moves, from which on discrete noise that hides it is as good as
 * continuous noise (private/dp_network/train.c). */
enum { FINE = 1 << 16 };

/* One look, as it stands in the account. */
typedef struct look {
    const char *name;
    double amount;
    json_int_t sensitivity, moved, over, under;
    json_int_t share, times; /* of looks at samples */
} look;

static tacit_status fail_look(tacit_ctx *cx, const char *what)
{
    return tacit_fail(cx, TACIT_ERR_INPUT,
                      "The account of mechanisms is not what tacit writes: %s of a generator does "
                      "not fit.",
                      what);
}

static const tacit_mechanism *mechanism_of(const char *name)
{
    static const tacit_mechanism *const all[] = { &tacit_mechanism_discrete_laplace,
                                                  &tacit_mechanism_discrete_gaussian,
                                                  &tacit_mechanism_exponential };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->about.name, name) == 0)
            return all[i];
    return NULL;
}

/* Fail unless the noise of a look is what its parameters call for; say what it gives away. */
static tacit_status check_noise(tacit_ctx *cx, const tacit_mechanism *m, const look *l,
                                tacit_privacy_loss *loss)
{
    tacit_value at[8];
    tacit_args args;
    tacit_request request;
    TACIT_ASSERT(tacit_param_count(m->about.params) <= 8);
    tacit_args_preset(m->about.params, at, &args);
    at[0] = (tacit_value){ .given = true, .number = l->amount };
    at[1] = (tacit_value){ .given = true, .number = (double)l->sensitivity };
    if (m->kind == TACIT_MECHANISM_ADDS)
        at[2] = (tacit_value){ .given = true, .number = (double)l->moved };
    TACIT_TRY(tacit_args_check(cx, m->about.name, &args));
    TACIT_TRY(tacit_mechanism_prepare(cx, m, &args, 1, &request));
    *loss = m->loss(&request);
    return (uint64_t)l->over == request.scale.over && (uint64_t)l->under == request.scale.under
               ? TACIT_OK
               : fail_look(cx, "the noise");
}

/* What looks cost together. */
typedef struct bill {
    double rho;
    double epsilon; /* a sum of whole numbers of billionths */
    bool is_pure;
    tacit_privacy_loss sampled; /* `times` 0: there are none */
} bill;

static bool read_look(json_t *from, look *l)
{
    *l = (look){ 0 };
    const int misfit =
        json_array_size(from) > 6
            ? json_unpack_ex(from, NULL, JSON_STRICT, "[s, F, I, I, I, I, I, I]", &l->name,
                             &l->amount, &l->sensitivity, &l->moved, &l->over, &l->under, &l->share,
                             &l->times)
            : json_unpack_ex(from, NULL, JSON_STRICT, "[s, F, I, I, I, I]", &l->name, &l->amount,
                             &l->sensitivity, &l->moved, &l->over, &l->under);
    const bool sampled = l->times > 0 && l->share > 0 && l->share <= UINT32_MAX;
    return misfit == 0 && l->amount > 0.0 && l->sensitivity > 0 && l->over > 0 && l->under > 0 &&
           (sampled || json_array_size(from) == 6);
}

/* Put looks at samples on the bill, where they stand alone. */
static tacit_status add_samples(tacit_ctx *cx, const tacit_touch *t, const look *l,
                                const tacit_mechanism *m, bill *b)
{
    if (m != &tacit_mechanism_discrete_gaussian || strcmp(t->neighbours, "add") != 0 ||
        json_array_size(t->looks) != 1 || l->sensitivity < FINE)
        return fail_look(cx, "a look at samples");
    TACIT_TRY(check_noise(cx, m, l, &b->sampled));
    b->sampled.steps = 0; /* on so fine a lattice the law is the continuous one */
    b->sampled.rate = (double)l->share / 0x1p32;
    b->sampled.times = (uint64_t)l->times;
    b->is_pure = false;
    return TACIT_OK;
}

static tacit_status add_look(tacit_ctx *cx, const tacit_touch *t, json_t *from, bill *b)
{
    const json_int_t least = strcmp(t->neighbours, "replace") == 0 ? 2 : 1;
    tacit_privacy_loss loss;
    look l;
    if (!read_look(from, &l))
        return fail_look(cx, "a look");
    const tacit_mechanism *m = mechanism_of(l.name);
    if (m == NULL || (m->kind == TACIT_MECHANISM_ADDS && l.moved < least))
        return fail_look(cx, "a mechanism");
    if (l.times > 0)
        return add_samples(cx, t, &l, m, b);
    TACIT_TRY(check_noise(cx, m, &l, &loss));
    const bool gaussian = m == &tacit_mechanism_discrete_gaussian;
    const double e = l.amount;
    b->rho += gaussian ? e : e * e / (m == &tacit_mechanism_exponential ? 8 : 2);
    b->epsilon += nearbyint(e * 1e9);
    b->is_pure = b->is_pure && !gaussian && fabs(e * 1e9 - nearbyint(e * 1e9)) < 1e-3;
    return TACIT_OK;
}

static tacit_status fits(tacit_ctx *cx, const tacit_touch *t, const bill *b, bool *out)
{
    double epsilon = INFINITY;
    *out = b->is_pure && b->epsilon <= floor(t->epsilon * 1e9 * (1 + 1e-15));
    if (!(t->delta > 0.0) || t->delta >= 1.0)
        return TACIT_OK;
    if (b->sampled.times > 0)
        TACIT_TRY(
            tacit_accountant_least(cx, &(tacit_spending){ &b->sampled, 1 }, t->delta, &epsilon));
    else
        epsilon = tacit_zcdp_epsilon(b->rho, t->delta);
    *out = epsilon <= t->epsilon;
    return TACIT_OK;
}

tacit_status tacit_private_check_looks(tacit_ctx *cx, tacit_touch *t)
{
    bill b = { .is_pure = true };
    bool within = false;
    const bool has_all = json_is_array(t->looks) && json_is_object(t->domains) && t->of != NULL &&
                         t->neighbours != NULL;
    if (!has_all || !(t->epsilon > 0.0) || t->delta < 0.0 || json_array_size(t->looks) == 0 ||
        (strcmp(t->neighbours, "add") != 0 && strcmp(t->neighbours, "replace") != 0))
        return fail_look(cx, "the form");
    for (size_t i = 0; i < json_array_size(t->looks); i++)
        TACIT_TRY(add_look(cx, t, json_array_get(t->looks, i), &b));
    TACIT_TRY(fits(cx, t, &b, &within));
    if (!within)
        return fail_look(cx, "the sum of all looks");
    t->loss = t->delta > 0.0 ? (tacit_privacy_loss){ .kind = TACIT_LOSS_APPROXIMATE,
                                                     .epsilon = t->epsilon,
                                                     .delta = t->delta,
                                                     .rate = 1.0,
                                                     .times = 1 }
                             : tacit_loss_pure(t->epsilon, 1);
    return TACIT_OK;
}

/* ---- what may stand in the file ---- */

static tacit_status has_values(tacit_ctx *cx, const json_t *values, const tacit_column *c,
                               bool *out)
{
    tacit_dict *dict = NULL;
    tacit_status status = tacit_dict_new(cx, &dict);
    for (size_t i = 0; status == TACIT_OK && i < json_array_size(values); i++) {
        const char *text = json_string_value(json_array_get(values, i));
        uint32_t code = 0;
        if (text != NULL)
            status = tacit_dict_add(cx, dict, text, strlen(text), &code);
    }
    *out = status == TACIT_OK;
    for (size_t i = 0; *out && i < tacit_column_length(c); i++) {
        char text[32];
        *out = tacit_column_is_missing(c, i) ||
               tacit_dict_find(dict, tacit_column_text(c, i, text)) < tacit_dict_size(dict);
    }
    tacit_dict_free(dict);
    return status;
}

static bool has_numbers(const json_t *domain, const tacit_column *c)
{
    json_int_t decimals = 0, lower = 0, upper = 0;
    if (json_unpack((json_t *)(uintptr_t)domain, "{s:I, s:I, s:I}", "decimals", &decimals, "lower",
                    &lower, "upper", &upper) != 0)
        return false;
    const double step = pow(10.0, (double)decimals);
    bool good = (tacit_column_type(c) & (TACIT_TYPE_NUMBER | TACIT_TYPE_DATE)) != 0 ||
                tacit_column_missing(c) == tacit_column_length(c);
    for (size_t i = 0; good && i < tacit_column_length(c); i++) {
        if (tacit_column_is_missing(c, i))
            continue;
        const double x = tacit_column_number(c, i) * step;
        good = fabs(x - nearbyint(x)) <= 1e-9 * fmax(1.0, fabs(x)) && x >= (double)lower - 0.5 &&
               x <= (double)upper + 0.5;
    }
    return good;
}

tacit_status tacit_private_in_domain(tacit_ctx *cx, const tacit_touch *t, const tacit_column *c,
                                     bool *out)
{
    const json_t *domain = json_object_get(t->domains, tacit_column_name(c));
    const json_t *values = json_object_get(domain, "values");
    *out = domain != NULL &&
           (json_is_true(json_object_get(domain, "blank")) || tacit_column_missing(c) == 0);
    if (!*out)
        return TACIT_OK;
    if (json_is_array(values))
        return has_values(cx, values, c, out);
    *out = has_numbers(domain, c);
    return TACIT_OK;
}
