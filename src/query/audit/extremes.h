/*
 * extremes.h - which maxima (or minima) may be answered, given all that were.
 *
 * Kenthapadi, Mishra and Nissim (2005), Simulatable auditing, for real values of which several may
 * be equal.  Of answered sets Q_j with maxima a_j everybody knows that x_i <= u_i, the least a_j of
 * the sets that hold i; a set's maximum is taken on in E_j = {i in Q_j: u_i = a_j}.  Answers are
 * possible together if no E_j is empty, and a value is told if some E_j has one record.
 *
 * A new set is refused if any answer that is possible would tell a value: it is tried with every
 * earlier answer, with a value between each two that follow each other, above all and below all.
 * The decision looks at sets and earlier answers, which are known, and not at data.  Minima are
 * maxima of the negative values.  Maxima and minima of one column tell more together than each
 * (equal ones tell every value), and so do sums: an audit is of one kind, and a column has one.
 *
 * Cost of a query: O(t * records in all sets) for t answered sets.
 */
#ifndef TACIT_QUERY_AUDIT_EXTREMES_H
#define TACIT_QUERY_AUDIT_EXTREMES_H

#include "query/audit/audit.h"

typedef struct tacit_extremes tacit_extremes;

/* Which kind is audited. */
typedef enum tacit_extreme { TACIT_EXTREME_MAX = 0, TACIT_EXTREME_MIN } tacit_extreme;

/* An audit of maxima or minima over `records` records; the caller frees. */
tacit_status tacit_extremes_new(tacit_ctx *cx, uint32_t records, tacit_extreme kind,
                                tacit_extremes **out);

/* Accepts NULL. */
void tacit_extremes_free(tacit_extremes *a);

/* Whether the extreme of `set` may be answered.  Nothing changes. */
tacit_status tacit_extremes_ask(tacit_ctx *cx, tacit_extremes *a, const tacit_query_set *set,
                                bool *allowed);

/* Book the answer to a set that was allowed: finite, and possible with the earlier ones. */
tacit_status tacit_extremes_book(tacit_ctx *cx, tacit_extremes *a, const tacit_query_set *set,
                                 double answer);

#endif
