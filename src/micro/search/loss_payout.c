/*
 * loss_payout.c - what a publisher gets for records who has to reckon with an attacker.
 *
 * An attacker tries a record of class g if that pays: p_g gain > cost, where p_g = 1 / n_g if he
 * knows who is in the data, or 1 / N_g, of the N_g people of the population who could be it.  With
 * the entropy-based information loss I_g = ln A_g / ln A of its labels (loss_class.c) the publisher
 * gets for each of its records
 *   payout_g = benefit (1 - I_g) - (loss p_g if the attacker tries, else 0)
 * and nothing for a suppressed one, so that a class is worth keeping if its payout is above 0
 * (Wan and others 2015; ARX's models of profitability).  A class that the population file does not
 * have counts by its records, as in ARX.  O(classes * axes).
 */
#include <math.h>

#include "micro/search/loss_own.h"

double tacit_loss_payout_of(const tacit_loss *loss, const uint8_t *level,
                            const tacit_class_list *list, size_t g)
{
    const tacit_loss_prices *x = &loss->prices;
    const double area = tacit_loss_log_area(loss, level, list, g);
    const double lost = loss->log_domain > 0.0 ? fmin(1.0, area / loss->log_domain) : 0.0;
    const bool known = x->population && list->population != NULL && list->population[g] > 0.0;
    const double right = 1.0 / (known ? list->population[g] : (double)list->size[g]);
    const double attack = x->gain * right > x->cost ? x->loss * right : 0.0;
    return x->benefit * (1.0 - lost) - attack;
}

bool tacit_loss_has_prices(const tacit_loss *loss)
{
    return loss->spec.prices != NULL;
}

bool tacit_loss_drops(const tacit_loss *loss)
{
    return loss->spec.prices != NULL && loss->prices.drop;
}

uint64_t tacit_loss_drop(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                         bool *marked)
{
    uint64_t records = 0;
    if (!tacit_loss_drops(loss))
        return 0;
    for (size_t g = 0; g < list->n; g++) {
        if (marked[g] || list->size[g] == 0 || tacit_loss_payout_of(loss, level, list, g) > 0.0)
            continue;
        marked[g] = true;
        records += list->size[g];
    }
    return records;
}

double tacit_loss_payout(const tacit_loss *loss, const uint8_t *level, const tacit_class_list *list,
                         const bool *marked)
{
    double sum = 0.0;
    for (size_t g = 0; g < list->n; g++)
        if (!marked[g] && list->size[g] > 0)
            sum += (double)list->size[g] * tacit_loss_payout_of(loss, level, list, g);
    return sum;
}
