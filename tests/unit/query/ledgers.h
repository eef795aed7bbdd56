/*
 * ledgers.h - small requests to a ledger, for its tests.
 */
#ifndef TACIT_TESTS_UNIT_QUERY_LEDGERS_H
#define TACIT_TESTS_UNIT_QUERY_LEDGERS_H

#include "support/postgresql.h"

#include "query/ledger/ledger.h"

/* A question that costs one question and `epsilon` units, without limits. */
static inline tacit_ledger_request question_of(const char *analyst, const char *question,
                                               tacit_units epsilon)
{
    tacit_ledger_request r = { .dataset = "survey",
                               .analyst = analyst,
                               .period = 7,
                               .question = question,
                               .length = strlen(question),
                               .cost = { .epsilon = epsilon, .count = 1 } };
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        r.limit[s] = TACIT_LEDGER_ANY;
    return r;
}

/* Where the ledger of the place is: the file "ledger", or its database. */
static inline const char *ledger_of(const place *p, char path[PATH_BYTES])
{
    return p->database != NULL ? p->database : path_of(p, "ledger", path);
}

/* Open the ledger of the place. */
static inline tacit_ledger *open_ledger_at(const place *p, tacit_ledger_mode mode)
{
    char path[PATH_BYTES];
    tacit_ledger *l = NULL;
    assert_ok(p->cx, tacit_ledger_open(p->cx, ledger_of(p, path), mode, &l));
    return l;
}

/* Reserve, and return what became of it. */
static inline tacit_ledger_grant reserve_for(tacit_ctx *cx, tacit_ledger *l,
                                             const tacit_ledger_request *r)
{
    tacit_ledger_grant grant;
    assert_ok(cx, tacit_ledger_reserve(cx, l, r, NULL, NULL, &grant));
    return grant;
}

/* The whole way of a question that must be granted; the entry's number. */
static inline uint64_t ask_ledger(tacit_ctx *cx, tacit_ledger *l, const tacit_ledger_request *r,
                                  const char *answer)
{
    tacit_ledger_answer given;
    const tacit_ledger_grant grant = reserve_for(cx, l, r);
    assert_int_equal(grant.outcome, TACIT_LEDGER_GRANTED);
    tacit_ledger_touch(l, grant.entry);
    assert_ok(cx, tacit_ledger_commit(cx, l, grant.entry, answer, strlen(answer), &given));
    return grant.entry;
}

#endif
