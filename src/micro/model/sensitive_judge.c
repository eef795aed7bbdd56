/*
 * sensitive_judge.c - rules of attribute disclosure as judges of classes.
 *
 * The rule of each sensitive column is prepared once, on the original table, and then looks
 * at one class at a time.  A class without a known value is accepted by every rule; hence
 * a rule that is MONOTONE is only CONVEX where values are missing: such a class, joined to
 * one that is marked, may be marked.
 *
 * Where missing keys match anything, the records that match a class are those of several
 * classes joined.  If each of them is accepted by a CONVEX rule, so are all together, and
 * judging by identical keys is enough; other rules are refused.
 */
#include "micro/model/class_judge.h"

/* The rule of one column. */
typedef struct column_rule {
    tacit_class_rule rule;
    size_t place; /* in tacit_judge_view.pairs */
    tacit_sensitive s;
    tacit_sensitive original; /* as it was at first */
    uint64_t *total;          /* room for other totals, if the rule is relative */
} column_rule;

typedef struct rules {
    column_rule *at;
    size_t n;
} rules;

/* Whether the rule accepts class g, that has at least one known value. */
static bool accepts(const column_rule *r, const tacit_judge_pairs *pairs, size_t g)
{
    const size_t ends[2] = { pairs->start[g], pairs->start[g + 1] };
    uint64_t known = 0;
    for (size_t p = ends[0]; p < ends[1]; p++)
        known += pairs->count[p];
    tacit_sensitive s = r->s;
    s.start = ends; /* the class is the only one, number 0 */
    s.size = &known;
    s.value = pairs->value;
    s.count = pairs->count;
    return r->rule.accepts(r->rule.value(&s, 0, r->rule.user), r->rule.user);
}

/* Whether what class g lacks can only come from other classes.  Where values are missing, a class
 * without a known one is accepted, though it lacks all: nothing is known then. */
static bool lacks(const void *user, const tacit_judge_view *view, size_t g)
{
    const rules *all = user;
    for (size_t c = 0; c < all->n; c++) {
        const column_rule *r = &all->at[c];
        const tacit_judge_pairs *pairs = &view->pairs[r->place];
        const tacit_sensitive s = { .values = r->original.values,
                                    .total = r->original.total,
                                    .known = r->original.known,
                                    .start = &pairs->start[g],
                                    .value = pairs->value,
                                    .count = pairs->count };
        if (r->rule.could != NULL && r->original.missing == 0 &&
            !r->rule.could(&s, 0, r->rule.user))
            return true;
    }
    return false;
}

static uint64_t mark(void *user, const tacit_judge_view *view, bool *marked)
{
    const rules *all = user;
    uint64_t records = 0;
    for (size_t c = 0; c < all->n; c++) {
        const column_rule *r = &all->at[c];
        const tacit_judge_pairs *pairs = &view->pairs[r->place];
        for (size_t g = 0; g < view->n; g++) {
            if (marked[g] || view->size[g] == 0 || pairs->start[g] == pairs->start[g + 1])
                continue;
            marked[g] = !accepts(r, pairs, g);
            records += marked[g] ? view->size[g] : 0;
        }
    }
    return records;
}

/* Count the values of the classes that are not gone. */
static void recount(column_rule *r, const tacit_judge_view *view, const bool *gone)
{
    const tacit_judge_pairs *pairs = &view->pairs[r->place];
    r->s.known = 0;
    r->s.present = 0;
    r->s.total = r->total;
    for (uint32_t v = 0; v < r->s.values.n; v++)
        r->total[v] = 0;
    for (size_t g = 0; g < view->n; g++)
        for (size_t p = pairs->start[g]; !gone[g] && p < pairs->start[g + 1]; p++)
            r->total[pairs->value[p]] += pairs->count[p];
    for (uint32_t v = 0; v < r->s.values.n; v++) {
        r->s.known += r->total[v];
        r->s.present += r->total[v] > 0;
    }
}

static void rebase(void *user, const tacit_judge_view *view, const bool *gone)
{
    const rules *all = user;
    for (size_t c = 0; c < all->n; c++) {
        column_rule *r = &all->at[c];
        if (gone != NULL)
            recount(r, view, gone);
        else
            r->s = r->original;
        if (r->rule.refit != NULL && r->s.known > 0)
            r->rule.refit(&r->s, r->rule.user);
    }
}

static tacit_status add_rule(tacit_ctx *cx, tacit_judge_frame *frame, size_t j, column_rule *r,
                             tacit_class_judge *out)
{
    TACIT_TRY(tacit_judge_column(cx, frame, j, &r->place));
    r->s = frame->column[r->place];
    r->original = r->s;
    if (r->rule.prepare != NULL)
        TACIT_TRY(r->rule.prepare(cx, &r->s, r->rule.user));
    if (r->rule.relative) {
        TACIT_TRY(tacit_scratch(cx, r->s.values.n, sizeof *r->total, &r->total));
        out->rebase = rebase;
    }
    unsigned traits = r->rule.traits | TACIT_JUDGE_LOCAL;
    if (r->s.missing > 0)
        traits &= ~(unsigned)TACIT_JUDGE_MONOTONE;
    const uint64_t fewest =
        r->s.missing == 0 && r->rule.fewest > r->rule.k ? r->rule.fewest : r->rule.k;
    out->traits &= traits;
    out->least_size = fewest > out->least_size ? fewest : out->least_size;
    return TACIT_OK;
}

tacit_status tacit_sensitive_judge(tacit_ctx *cx, tacit_judge_frame *frame, const tacit_args *args,
                                   tacit_rule_maker *make, tacit_class_judge *out)
{
    const size_t wildcard = tacit_arg_choice(args, tacit_param_find(args->params, "missing"));
    tacit_select columns = { 0 };
    rules *all = NULL;
    TACIT_TRY(tacit_sensitive_columns(cx, frame->subject, args, &columns));
    TACIT_TRY(tacit_scratch(cx, 1, sizeof *all, &all));
    TACIT_TRY(tacit_scratch(cx, columns.n, sizeof *all->at, &all->at));
    all->n = columns.n;
    tacit_size_judge(0, out);
    out->user = all;
    out->mark = mark;
    out->lacks = lacks;
    for (size_t c = 0; c < columns.n; c++) {
        TACIT_TRY(make(cx, args, &all->at[c].rule));
        TACIT_TRY(add_rule(cx, frame, columns.at[c], &all->at[c], out));
    }
    out->no_blanks = wildcard == TACIT_MISSING_WILDCARD && (out->traits & TACIT_JUDGE_CONVEX) == 0;
    if (out->no_blanks && tacit_judge_lacks_keys(frame))
        return tacit_fail(cx, TACIT_ERR_INPUT,
                          "A search cannot aim at this model where missing keys match anything: "
                          "what holds for single classes need not hold for those that match; use "
                          "'missing: category'.");
    return TACIT_OK;
}
