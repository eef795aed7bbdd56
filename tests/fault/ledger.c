/*
 * ledger.c - a client of a ledger, for tests that break its disk or kill it.
 *
 *   fault_ledger spend FILE LIMIT   asks questions until the limit is reached, and prints each one
 *                                   whose answer it may hand out
 *   fault_ledger look FILE          checks the ledger, and prints what was spent and every question
 *                                   that has an answer
 *
 * Ends with 5 and one sentence if the ledger refuses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/ledger/ledger.h"

static tacit_ledger_request request_of(const char *question, uint64_t limit)
{
    tacit_ledger_request r = { .dataset = "survey",
                               .analyst = "ann",
                               .question = question,
                               .length = strlen(question),
                               .cost = { .count = 1 } };
    for (size_t s = 0; s < TACIT_LEDGER_SCOPES; s++)
        r.limit[s] = TACIT_LEDGER_ANY;
    r.limit[TACIT_LEDGER_DATASET].count = limit;
    return r;
}

static tacit_status spend(tacit_ctx *cx, tacit_ledger *l, uint64_t limit)
{
    for (uint64_t i = tacit_ledger_rows(l);; i++) {
        char text[32];
        tacit_ledger_grant grant;
        tacit_ledger_answer answer;
        snprintf(text, sizeof text, "q%llu", (unsigned long long)i);
        const tacit_ledger_request r = request_of(text, limit);
        TACIT_TRY(tacit_ledger_reserve(cx, l, &r, NULL, NULL, &grant));
        if (grant.outcome == TACIT_LEDGER_EXHAUSTED)
            return TACIT_OK;
        if (grant.outcome == TACIT_LEDGER_KNOWN)
            continue;
        tacit_ledger_touch(l, grant.entry);
        TACIT_TRY(tacit_ledger_commit(cx, l, grant.entry, text, strlen(text), &answer));
        printf("%.*s\n", (int)answer.length, answer.bytes);
        fflush(stdout);
    }
}

static tacit_status print_entry(tacit_ctx *cx, void *user, const tacit_ledger_entry *e)
{
    (void)cx;
    (void)user;
    if (e->state == TACIT_LEDGER_COMMITTED)
        printf("%s\n", e->request.question);
    return TACIT_OK;
}

static tacit_status look(tacit_ctx *cx, tacit_ledger *l)
{
    const tacit_ledger_request r = request_of("", 0);
    uint64_t answers = 0;
    TACIT_TRY(tacit_ledger_check(cx, l, &answers));
    printf("spent %llu\n",
           (unsigned long long)tacit_ledger_account_of(l, TACIT_LEDGER_DATASET, &r).spent.count);
    return tacit_ledger_visit(cx, l, NULL, 0, print_entry, NULL);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_ledger *l = NULL;
    const bool spends = argc == 4 && strcmp(argv[1], "spend") == 0;
    if (cx == NULL || argc < 3)
        return 2;
    tacit_status status = tacit_ledger_open(cx, argv[2], TACIT_LEDGER_WRITE, &l);
    if (status == TACIT_OK)
        status = spends ? spend(cx, l, strtoull(argv[3], NULL, 10)) : look(cx, l);
    if (status != TACIT_OK)
        fprintf(stderr, "%s\n", tacit_message(cx));
    tacit_ledger_close(l);
    tacit_ctx_free(cx);
    return status == TACIT_OK ? 0 : 5;
}
