/*
 * differential_privacy.c - differential privacy of a file, by the mechanisms that made it.
 *
 * A way to make a file is (epsilon, delta)-differentially private if for any two originals that
 * differ in one record, and any set S of files, P(S) <= e^epsilon P'(S) + delta (Dwork, McSherry,
 * Nissim and Smith 2006; Dwork et al. 2006).  A file by itself does not show it.  What is required
 * here is an account of mechanisms (privacy.h) by which every column of the file was told, and
 * nothing else of the data: then epsilons add up (pure), or less by the best accountant at `delta`.
 *
 * Neighbours have another record in the place of one, and the number of records is told; under
 * SafePub, and with generators to which that number is secret, they have a record more or fewer.  A
 * person is one record.  O(cells), to see that the file has only values that mechanisms answer.
 */
#include <math.h>
#include <string.h>

#include "micro/model/privacy/privacy.h"

enum { EPSILON, DELTA };

static const tacit_param PARAMS[] = {
    [EPSILON] = { .name = "epsilon",
                  .type = TACIT_PARAM_REAL,
                  .need = TACIT_REQUIRED,
                  .min = 1e-6,
                  .max = 1000,
                  TACIT_USEFUL_LOG(0.1, 10, NULL),
                  .importance = TACIT_FIRST,
                  .help = "what all columns together may give away of a record" },
    [DELTA] = { .name = "delta",
                .type = TACIT_PARAM_REAL,
                .min = 0.0,
                .max = 0.1,
                TACIT_USEFUL(0, 1e-4, NULL),
                .help = "the probability with which more may be given away; 0: never" },
    TACIT_PARAM_END
};

/* ---- what is told of it ---- */

/* Whom the promise needs no trust in. */
static bool is_local(const tacit_private_account *account)
{
    for (size_t i = 0; i < account->n; i++)
        if (account->touch[i].k > 1 || account->touch[i].looks != NULL)
            return false;
    return true;
}

/* Whether who is in the data is not told either. */
static bool hides_persons(const tacit_private_account *account)
{
    for (size_t i = 0; i < account->n; i++) {
        const tacit_touch *t = &account->touch[i];
        if (strcmp(t->mechanism, "safepub") == 0 ||
            (t->neighbours != NULL && strcmp(t->neighbours, "add") == 0))
            return true;
    }
    return false;
}

static tacit_status tell_touch(tacit_ctx *cx, const tacit_touch *t, json_t *table)
{
    for (size_t i = 0; i < json_array_size(t->columns); i++) {
        json_t *scale = t->over > 0 && t->under > 0 ? json_real((double)t->over / (double)t->under)
                                                    : json_null();
        TACIT_TRY(tacit_result_row(cx, table, "[O,s,f,f,o]", json_array_get(t->columns, i),
                                   t->looks != NULL ? t->of : t->mechanism,
                                   i == 0 ? t->epsilon : 0.0, i == 0 ? t->delta : 0.0, scale));
    }
    return TACIT_OK;
}

static tacit_status tell_spending(tacit_ctx *cx, const tacit_private_account *account,
                                  const tacit_private_sum *sum, double delta, tacit_result *result)
{
    static const char *const heads[] = { "Column", "Mechanism", "Epsilon", "Delta",
                                         "Scale of its noise, in steps" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_figure(cx, result, "epsilon", "Epsilon", sum->epsilon, TACIT_UNIT_NUMBER,
                                  "what all columns together give away of a record, by the best "
                                  "accountant",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_figure(cx, result, "delta", "Delta", delta, TACIT_UNIT_PROBABILITY,
                                  "with which more may be given away",
                                  .better = TACIT_BETTER_LOWER));
    TACIT_TRY(
        tacit_result_figure(cx, result, "odds", "Odds", exp(sum->epsilon), TACIT_UNIT_NUMBER,
                            "by which what is believed of a record can grow: e to the epsilon",
                            .better = TACIT_BETTER_LOWER));
    TACIT_TRY(tacit_result_table(cx, result, "mechanisms", "Mechanisms", 5, heads, &table));
    for (size_t i = 0; i < account->n; i++)
        TACIT_TRY(tell_touch(cx, &account->touch[i], table));
    TACIT_TRY(tacit_result_note(cx, result, "%s",
                                hides_persons(account)
                                    ? "For whoever is in the data or not: neighbours have a record "
                                      "more or fewer."
                                    : "For what a record says: neighbours have another record in "
                                      "the place of one, and the number of records is told."));
    TACIT_TRY(tacit_result_note(cx, result,
                                "A file does not show how it was made: that these mechanisms made "
                                "it is the certifier's word; what they give away was computed "
                                "anew."));
    return tacit_result_note(
        cx, result, "%s",
        is_local(account)
            ? "Noise of each record is its own: the promise holds for each of them, whatever the "
              "others are (local privacy)."
            : "The promise holds for the file as a whole, by whoever had the original (central "
              "privacy).");
}

static tacit_status tell_reasons(tacit_ctx *cx, const json_t *refused, const char *column,
                                 const char *why, tacit_result *result)
{
    static const char *const heads[] = { "Column", "Why it is not private" };
    json_t *table = NULL;
    TACIT_TRY(tacit_result_table(cx, result, "reasons", "What is not told by a mechanism", 2, heads,
                                 &table));
    for (size_t i = 0; i < json_array_size(refused); i++) {
        json_t *own = json_array_get(refused, i);
        TACIT_TRY(tacit_result_row(cx, table, "[O?,O?]", json_object_get(own, "column"),
                                   json_object_get(own, "why")));
    }
    return json_array_size(refused) > 0 ? TACIT_OK
                                        : tacit_result_row(cx, table, "[s,s]", column, why);
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    json_t *from = tacit_subject_extra_of(subject)->privacy;
    const double limit = tacit_arg_real(args, EPSILON), delta = tacit_arg_real(args, DELTA);
    tacit_private_account account;
    tacit_private_sum sum;
    const char *column = NULL, *why = NULL;
    if (from == NULL) {
        TACIT_TRY(tacit_result_holds(cx, result, false));
        return tacit_result_note(cx, result, "Nothing says that a mechanism made this file.");
    }
    TACIT_TRY(tacit_private_read(cx, from, &account));
    TACIT_TRY(tacit_private_misfit(cx, &account, tacit_subject_table(subject), &column, &why));
    if (why != NULL || json_array_size(account.refused) > 0) {
        TACIT_TRY(tacit_result_holds(cx, result, false));
        return tell_reasons(cx, account.refused, column, why, result);
    }
    TACIT_TRY(tacit_private_add_up(cx, &account, delta, limit, &sum));
    TACIT_TRY(tacit_result_holds(cx, result, sum.fits));
    return tell_spending(cx, &account, &sum, delta, result);
}

const tacit_model tacit_model_differential_privacy = {
    .measure = { .about = { .name = "differential_privacy",
                            .title = "Differential privacy",
                            .summary = "Every column was told by a private mechanism, and together "
                                       "they give away at most epsilon of a record.",
                            .source =
                                "Dwork, McSherry, Nissim and Smith (2006), Calibrating noise to "
                                "sensitivity in private data analysis; Kasiviswanathan, Lee, "
                                "Nissim, Raskhodnikova and Smith (2011), What can we learn "
                                "privately?",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_ROWS | TACIT_TAKES_EMPTY,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
};
