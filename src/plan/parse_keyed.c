/*
 * parse_keyed.c - parameters that give numbers to keys: weights, levels.
 *
 * Whatever does not depend on the data is checked here, with its place: that the name is a
 * key, that the numbers are in range, that the lowest is not above the highest.  Numbers are
 * the plan's own and may be told; O(names * roles).
 */
#include "plan/parse_args.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static bool is_key(const tacit_plan *plan, const char *column)
{
    for (size_t i = 0; i < plan->n_roles; i++)
        if (plan->role[i].role == TACIT_ROLE_KEY && strcmp(plan->role[i].column, column) == 0)
            return true;
    return false;
}

/* Whether the item is a number that `p` allows. */
static bool is_right(const tacit_param *p, const tacit_node *item, double *out)
{
    const bool whole = p->type == TACIT_PARAM_KEY_SPANS;
    return tacit_parse_real(item->text, out) && isfinite(*out) && *out >= p->min &&
           *out <= p->max && !(whole && *out > floor(*out));
}

/* Say what would be right for a key. */
static void refuse(const tacit_parse *ps, const char *owner, const tacit_param *p,
                   const tacit_node *key, tacit_place place)
{
    const bool span = p->type == TACIT_PARAM_KEY_SPANS;
    char low[TACIT_NUMBER_BYTES], high[TACIT_NUMBER_BYTES];
    tacit_format_real(p->min, low);
    tacit_format_real(p->max, high);
    tacit_problem(ps->problems, place, TACIT_PROBLEM_OUT_OF_RANGE,
                  "'%s' of %s needs for '%s' %-s from %-s to %-s%-s.", p->name, owner, key->text,
                  span ? "a whole number" : "one number", low, high,
                  span ? ", or [lowest, highest]" : "");
}

static void check_numbers(const tacit_parse *ps, const char *owner, const tacit_param *p,
                          const tacit_node *key)
{
    const size_t most = p->type == TACIT_PARAM_KEY_SPANS ? 2 : 1;
    const tacit_node *item = NULL;
    double last = -INFINITY, x = 0.0;
    const size_t n = tacit_parse_items(key->value, &item);
    if (n > most) {
        refuse(ps, owner, p, key, key->value->place);
        return;
    }
    for (size_t i = 0; i < n; i++, item = item->next) {
        if (item->kind != TACIT_NODE_SCALAR || tacit_node_is_null(item))
            continue; /* which was told */
        if (!is_right(p, item, &x) || x < last)
            refuse(ps, owner, p, key, item->place);
        last = x;
    }
}

tacit_status tacit_parse_keyed(const tacit_parse *ps, const char *owner, const tacit_param *p,
                               const tacit_node *node)
{
    if (node->kind != TACIT_NODE_MAP)
        return TACIT_OK; /* which was told */
    for (const tacit_node *key = node->first; key != NULL; key = key->next) {
        if (key->kind != TACIT_NODE_SCALAR)
            continue;
        if (ps->plan != NULL && !ps->roles_unsure && !is_key(ps->plan, key->text))
            tacit_problem(ps->problems, key->place, TACIT_PROBLEM_NOT_A_KEY,
                          "'%s' of %s names '%s', which is no key.", p->name, owner, key->text);
        check_numbers(ps, owner, p, key);
    }
    return TACIT_OK;
}
