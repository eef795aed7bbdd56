/*
 * rules.c - <SAFETYRULE> of a batch: rule(numbers)|rule(numbers)|...
 *
 *   P(p, n) or P(p, q, n)   p% with a coalition of n, and what others know to within q%
 *   NK(n, k)                dominance
 *   FREQ(n, r)              minimum frequency, with a range of r per cent
 *   ZERO(r)                 cells of value zero, with a range of r
 *   REQ(a, b, n, r)         shares of those who ask for protection
 *   WGT(1), MIS(1), MAN(m)  weights count, missing codes are safe, the margin of given statuses
 *
 * The first two P and NK, and the first FREQ and REQ, are about records, the others about holdings.
 * A rule with zeros in it is none.
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/result.h"
#include "task/tables/argus/own.h"

/* The rules of one table on their way. */
typedef struct ruling {
    tacit_batch_reading *b;
    tacit_batch_table *t;
    const double *number;
    size_t n;       /* numbers */
    size_t seen[4]; /* of P, NK, FREQ and REQ */
    bool on_holdings;
    bool unknown; /* a rule was refused */
} ruling;

static bool is_given(const ruling *r, size_t i)
{
    return i < r->n && r->number[i] > 0;
}

/* A number of contributors; what no rule takes is refused with the plan. */
static json_int_t whole(double x)
{
    static const double MOST = 1e15;
    return (json_int_t)fmin(x, MOST);
}

/* The rule called `name`, or NULL and a refusal. */
static tacit_status find_rule(ruling *r, const char *name, const tacit_entry **out)
{
    const size_t i = tacit_catalog_find(&tacit_rule_catalog, name);
    *out = i < tacit_rule_catalog.n ? tacit_rule_catalog.entry[i] : NULL;
    const bool levels = *out != NULL && tacit_param_find((*out)->params, "level") <
                                            tacit_param_count((*out)->params);
    if (*out != NULL && (!r->on_holdings || levels))
        return TACIT_OK;
    r->unknown = true;
    *out = NULL;
    return tacit_batch_refuse(r->b, r->on_holdings ? "there is no such rule for holdings"
                                                   : "there is no such rule");
}

/* Add {name: args} (stolen) to the rules of the table. */
static tacit_status add_rule(ruling *r, const char *name, json_t *args)
{
    const tacit_entry *entry = NULL;
    const tacit_status status = find_rule(r, name, &entry);
    if (status != TACIT_OK || entry == NULL) {
        json_decref(args);
        return status;
    }
    json_t *rule = json_object();
    TACIT_TRY(tacit_json_add(r->b->cx, r->t->rules, rule));
    TACIT_TRY(tacit_json_put(r->b->cx, rule, name, args));
    const bool levels = tacit_param_find(entry->params, "level") < tacit_param_count(entry->params);
    bool holdings = false;
    for (size_t j = 0; j < r->b->rda.n; j++)
        holdings = holdings || r->b->rda.variable[j].kind == TACIT_RDA_HOLDING;
    return levels && holdings ? tacit_json_put(r->b->cx, args, "level",
                                               json_string(r->on_holdings ? "holding" : "record"))
                              : TACIT_OK;
}

static tacit_status add_p(ruling *r)
{
    const bool prior = r->n > 2;
    const double coalition = prior ? r->number[2] : is_given(r, 1) ? r->number[1] : 1;
    if (!is_given(r, 0))
        return TACIT_OK;
    if (!prior || (r->number[1] >= 100 && r->number[1] <= 100))
        return add_rule(
            r, "p_percent",
            json_pack("{s:f, s:I}", "p", r->number[0], "coalition", whole(fmax(coalition, 1))));
    return add_rule(r, "pq",
                    json_pack("{s:f, s:f, s:I}", "p", r->number[0], "q", r->number[1], "coalition",
                              whole(fmax(coalition, 1))));
}

static tacit_status add_nk(ruling *r)
{
    if (!is_given(r, 0) || !is_given(r, 1))
        return TACIT_OK;
    return add_rule(r, "dominance",
                    json_pack("{s:I, s:f}", "n", whole(r->number[0]), "k", r->number[1]));
}

static tacit_status add_frequency(ruling *r)
{
    if (!is_given(r, 0) || r->number[0] < 2) /* none has fewer contributors than one */
        return TACIT_OK;
    return add_rule(r, "minimum_frequency",
                    json_pack("{s:I, s:f}", "n", whole(r->number[0]), "range",
                              is_given(r, 1) ? r->number[1] : 0.0));
}

static tacit_status add_zero(ruling *r)
{
    return is_given(r, 0) ? add_rule(r, "zero", json_pack("{s:f}", "range", r->number[0]))
                          : TACIT_OK;
}

static tacit_status add_request(ruling *r)
{
    const tacit_rda_variable *asks = NULL;
    for (size_t j = 0; j < r->b->rda.n; j++)
        if (r->b->rda.variable[j].kind == TACIT_RDA_REQUEST)
            asks = &r->b->rda.variable[j];
    if (!is_given(r, 0))
        return TACIT_OK;
    if (asks == NULL) {
        r->unknown = true;
        return tacit_batch_refuse(r->b, "the metadata has no variable of requests");
    }
    json_t *args =
        json_pack("{s:s, s:s, s:f, s:I, s:f}", "column", asks->name, "first", asks->request[0],
                  "share", r->number[0], "n", whole(is_given(r, 2) ? r->number[2] : 0), "range",
                  is_given(r, 3) ? r->number[3] : 0.0);
    if (args != NULL && asks->request[1][0] != '\0' && is_given(r, 1) &&
        (json_object_set_new(args, "second", json_string(asks->request[1])) != 0 ||
         json_object_set_new(args, "second_share", json_real(r->number[1])) != 0))
        return tacit_fail_memory(r->b->cx);
    return add_rule(r, "request", args);
}

/* One rule. */
static tacit_status read_rule(ruling *r, const char *name)
{
    static const struct {
        const char *name;
        size_t on_records; /* how many of it are about records */
        tacit_status (*add)(ruling *r);
    } rules[] = {
        { "P", 2, add_p },
        { "NK", 2, add_nk },
        { "FREQ", 1, add_frequency },
        { "REQ", 1, add_request },
    };
    for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++) {
        if (strcasecmp(name, rules[k].name) != 0)
            continue;
        r->on_holdings = r->seen[k]++ >= rules[k].on_records;
        return rules[k].add(r);
    }
    r->on_holdings = false;
    if (strcasecmp(name, "ZERO") == 0)
        return add_zero(r);
    if (strcasecmp(name, "WGT") == 0)
        r->t->weighted = is_given(r, 0);
    else if (strcasecmp(name, "MIS") == 0)
        r->t->missing_safe = is_given(r, 0);
    else if (strcasecmp(name, "MAN") == 0)
        r->t->margin = is_given(r, 0) ? r->number[0] : 0;
    else {
        r->unknown = true;
        return tacit_batch_refuse(r->b, "the rules are P, NK, FREQ, ZERO, REQ, WGT, MIS and MAN");
    }
    return TACIT_OK;
}

tacit_status tacit_batch_rules(tacit_batch_reading *b, char *rest)
{
    double number[TACIT_BATCH_NUMBERS];
    ruling r = { .b = b, .number = number };
    if (b->n_tables == 0 || b->table[b->n_tables - 1].rules != NULL)
        return tacit_batch_refuse(b, "rules belong behind the <SPECIFYTABLE> of their table, once");
    r.t = &b->table[b->n_tables - 1];
    r.t->rules = json_array();
    TACIT_TRY(tacit_json_add(b->cx, b->memory, r.t->rules));
    for (rest += strspn(rest, " \t|"); *rest != '\0' && !r.unknown;
         rest += strspn(rest, " \t\r|")) {
        const char *name = "";
        r.n = tacit_batch_call(&rest, &name, number);
        if (r.n == 0)
            return tacit_batch_refuse(b, "rules are 'rule(numbers)' with '|' between them");
        TACIT_TRY(read_rule(&r, name));
    }
    return r.unknown ? TACIT_OK
                     : tacit_batch_done(b, json_array_size(r.t->rules) > 0
                                               ? "rules of the plan"
                                               : "the statuses that cells are given count alone");
}
