/*
 * bound.c - what of a person counts: so many groups, so many records in each, at random.
 *
 * Rows are brought person by person (query/person.h), and those that do not count lose their group.
 * Records without a person are those of one.  O(records) and a sort.
 */
#include "query/person.h"
#include "table/values.h"
#include "task/release/own.h"

/* Take the groups from the rows that do not count. */
static void choose_rows(const tacit_keyed *order, size_t n, tacit_release_groups *g, int64_t *group,
                        tacit_person_choice *c)
{
    for (size_t k = 0; k < n; k++) {
        const size_t row = (size_t)order[k].row;
        bool first = false;
        if (k == 0 || order[k].key != order[k - 1].key)
            c->n = 0;
        if (group[row] == TACIT_RELEASE_NONE)
            continue;
        if (!tacit_person_choose(c, group[row], &first))
            group[row] = TACIT_RELEASE_NONE;
        else if (first && g->selection != NULL)
            g->persons[group[row]]++;
    }
}

tacit_status tacit_release_bound(tacit_ctx *cx, tacit_private_release *r,
                                 const tacit_column *person, tacit_keystream *stream)
{
    const tacit_privacy_promise *p = &r->inquiry.promise;
    tacit_values persons = { 0 };
    tacit_keyed *order = NULL;
    tacit_person_choice c;
    TACIT_TRY(tacit_values_of(cx, person, &persons));
    TACIT_TRY(tacit_person_order(cx, persons.of, r->rows.n, stream, &order));
    TACIT_TRY(tacit_person_choice_new(cx, p->groups, p->records, &c));
    for (size_t g = 0; g < r->n_groupings; g++)
        choose_rows(order, r->rows.n, &r->grouping[g], r->rows.group[g], &c);
    return TACIT_OK;
}
