/*
 * membership.c - synthetic data does not tell who was in the original, as far as a trial shows.
 *
 * The trial (task/synth) leaves a part of the records out, carries the plan out on the others, and
 * lets an attacker tell both apart by how near the closest synthetic record is, and another by how
 * many of a record's values are found.  The advantage is the better one's: the greatest difference
 * of his rate of hits and of false alarms over all thresholds (Yeom, Giacomelli, Fredrikson and Jha
 * 2018): 0 if records that were in cannot be told, 1 if all can.
 *
 * That is what two attackers found once, and no bound on what others find: nothing follows for any
 * single person, and no differential privacy.  Chance alone gives sqrt(pi / 8) sqrt(1/n + 1/m) on
 * average with n and m records on both sides, so that few records cannot show a small advantage.
 * Without a trial all that is known is that it is at most 1.
 *
 * Copies are records that no other is like and that come up whole among the synthetic ones: their
 * share beyond that of records left out, which come up by chance.
 *
 * A file does not show it.  Both, rounded up to thousandths, are in the certificate as
 * {"advantage", "copies"}, on the word of the certifier.
 */
#include <jansson.h>
#include <math.h>

#include "micro/model/model.h"

enum { ADVANTAGE, COPIES };

static const tacit_param PARAMS[] = {
    [ADVANTAGE] = { .name = "advantage",
                    .type = TACIT_PARAM_REAL,
                    .preset = 0.1,
                    .max = 1.0,
                    TACIT_USEFUL(0.02, 0.2, NULL),
                    .importance = TACIT_FIRST,
                    .help = "largest rate of hits minus false alarms of an attacker who tells "
                            "records that were in from others" },
    [COPIES] = { .name = "copies",
                 .type = TACIT_PARAM_REAL,
                 .preset = 1.0,
                 .max = 1.0,
                 TACIT_USEFUL(0, 1, "share"),
                 .help = "largest share of records that no other is like and that are repeated "
                         "whole, beyond what is repeated of records left out" },
    TACIT_PARAM_END
};

/* What the trial found; 1 if there was none, or none that can be read. */
static double found(const tacit_subject *subject, const char *name)
{
    const json_t *own = json_object_get(tacit_subject_extra_of(subject)->trial, name);
    const double x = json_is_number(own) ? json_number_value(own) : 1.0;
    return x >= 0.0 && x <= 1.0 ? x : 1.0;
}

static tacit_status check(tacit_ctx *cx, tacit_subject *subject, const tacit_args *args,
                          tacit_result *result)
{
    const double x = found(subject, "advantage"), repeated = found(subject, "copies");
    TACIT_TRY(tacit_result_holds(cx, result,
                                 x <= tacit_arg_real(args, ADVANTAGE) &&
                                     repeated <= tacit_arg_real(args, COPIES)));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "advantage",
                                  "Membership advantage", x, TACIT_UNIT_PROBABILITY,
                                  "greatest rate of hits minus rate of false alarms of an attacker "
                                  "who goes by the closest synthetic record, or looks values up, "
                                  "in a trial; rounded up"));
    TACIT_TRY(tacit_result_ranged(cx, result, &TACIT_RANGE_RISK, "copies",
                                  "Unique records repeated", repeated, TACIT_UNIT_SHARE,
                                  "share of records that no other is like and that stand whole "
                                  "among the synthetic ones, beyond that of records left out, in a "
                                  "trial; rounded up"));
    if (tacit_subject_extra_of(subject)->trial == NULL)
        return tacit_result_note(cx, result,
                                 "There was no trial with records left out, so nothing is known "
                                 "but that it is at most 1; 'tacit synth' makes one.");
    return tacit_result_note(
        cx, result,
        "What two attackers found in one trial, on the word of whoever made the "
        "file: no bound on what others find, and no differential privacy.");
}

const tacit_model tacit_model_membership = {
    .measure = { .about = { .name = "membership",
                            .title = "Membership advantage",
                            .summary = "In a trial with records left out, who was in cannot be "
                                       "told much better than by chance.",
                            .source = "Yeom, Giacomelli, Fredrikson and Jha (2018), Privacy risk "
                                      "in machine learning: analyzing the connection to "
                                      "overfitting",
                            .params = PARAMS },
                 .needs = TACIT_NEEDS_ROWS | TACIT_TAKES_EMPTY,
                 .family = TACIT_FAMILY_MODEL,
                 .run = check },
};
