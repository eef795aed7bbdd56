/*
 * audit_query.c - the audit of sums, at the rank and the number of atoms where it is slowest.
 *
 *   audit_query [RANK [RECORDS [K]]]
 *
 * Random halves of the records are asked until the rank is reached (2 000, of 4 000 records, each
 * an atom of its own by then; k = 5), and then ten more, and ten that are refused because they
 * differ from an answered one by a record.  Prints processor milliseconds a query, on one thread,
 * and the memory. Goal: at most 30 ms, answered or refused.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "clock.h"
#include "query/audit/audit.h"

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

static size_t draw_half(tacit_rng *rng, uint32_t records, uint32_t *at)
{
    size_t n = 0;
    for (uint32_t i = 0; i < records; i++) {
        if (tacit_rng_below(rng, 2) == 0)
            at[n++] = i;
    }
    return n;
}

int main(int argc, char **argv)
{
    const size_t rank = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
    const uint32_t records = argc > 2 ? (uint32_t)strtoull(argv[2], NULL, 10) : 4000;
    tacit_ctx *cx = tacit_ctx_new();
    tacit_rng rng = tacit_rng_seed(1);
    tacit_expert *a = NULL;
    uint32_t *at = NULL;
    must(cx, tacit_expert_new(cx, records, argc > 3 ? strtoull(argv[3], NULL, 10) : 5, 1, &a));
    must(cx, tacit_scratch(cx, records, sizeof *at, &at));
    tacit_query_set set = { .at = at };
    tacit_expert_decision said;
    size_t denied = 0;
    const bench_time start = bench_now();
    for (size_t i = 0; i < rank; i++) {
        set.n = draw_half(&rng, records, at);
        must(cx, tacit_expert_ask(cx, a, &set, 1, &said));
        denied += said == TACIT_EXPERT_DENY;
    }
    printf("to rank %zu of %zu queries (%zu refused): %.2f s\n", tacit_expert_state_of(a, 1).rank,
           rank, denied, bench_since(start).cpu);
    for (int refuse = 0; refuse < 2; refuse++) {
        double most = 0, all = 0;
        for (int i = 0; i < 10; i++) {
            set.n = refuse != 0 ? set.n - 1 : draw_half(&rng, records, at);
            const bench_time now = bench_now();
            must(cx, tacit_expert_ask(cx, a, &set, 1, &said));
            const double taken = bench_since(now).cpu * 1e3;
            all += taken / 10;
            most = taken > most ? taken : most;
            if ((said == TACIT_EXPERT_DENY) != (refuse != 0))
                printf("decision %d\n", (int)said);
            set.n += refuse != 0;
        }
        printf("%s: %.1f ms a query, %.1f ms at most\n", refuse != 0 ? "refused" : "answered", all,
               most);
    }
    printf("%zu atoms, %ld MB\n", tacit_expert_state_of(a, 1).atoms, bench_memory("VmHWM:") / 1024);
    tacit_expert_free(a);
    tacit_ctx_free(cx);
    return 0;
}
