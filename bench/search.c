/*
 * search.c - the optimal search of a lattice, and how it grows with the number of rows.
 *
 *   search DATA KEY...
 *
 * Every key gets a hierarchy of clusters; 5-anonymity with 2 % suppressed, granularity loss.
 * Prints for a tenth, a third and all of the rows: cells, nodes, nodes looked at, processor
 * seconds for the space (O(rows * keys)) and for the search (O(cells * nodes looked at)).
 * Goals: Adult with 9 keys searched in at most 0.1 processor seconds (ARX: 0.84), the whole
 * process in 0.3; three million rows of it loaded, searched, applied and written by
 * `tacit protect` in 1.9 processor seconds and 0.4 GB (ARX: 38.4 s, 1.54 GB).
 */
#include <stdlib.h>

#include "base/pool.h"
#include "clock.h"
#include "engine/engine.h"
#include "micro/search/search.h"
#include "table/take.h"

enum { MOST = 32 };

static void must(tacit_ctx *cx, tacit_status status)
{
    if (status == TACIT_OK)
        return;
    fprintf(stderr, "%s\n", tacit_message(cx));
    exit(1);
}

/* The first `rows` rows of `t`. */
static tacit_table *first_rows(tacit_ctx *cx, const tacit_table *t, size_t rows)
{
    size_t *at = NULL;
    tacit_table *out = NULL;
    must(cx, tacit_scratch(cx, rows, sizeof *at, &at));
    for (size_t i = 0; i < rows; i++)
        at[i] = i;
    must(cx, tacit_table_take(cx, t, &(tacit_row_list){ .n = rows, .at = at }, &out));
    return out;
}

/* A judge of 5-anonymity. */
static tacit_judge *judge_of(tacit_ctx *cx, tacit_subject *subject)
{
    static tacit_value at[MOST];
    static tacit_args args;
    tacit_judge *judge = NULL;
    tacit_args_preset(tacit_model_k_anonymity.measure.about.params, at, &args);
    at[tacit_param_find(args.params, "k")].number = 5.0;
    must(cx, tacit_judge_new(cx, subject, &(tacit_requirement){ &tacit_model_k_anonymity, &args },
                             1, &judge));
    return judge;
}

static void run(tacit_ctx *cx, const tacit_table *t, const tacit_search_space_spec *spec)
{
    tacit_subject *subject = NULL;
    tacit_search_space *s = NULL;
    tacit_loss *loss = NULL;
    tacit_search_found found;
    const bench_time begin = bench_now();
    must(cx, tacit_space_new(cx, spec, &s));
    const double counted = bench_since(begin).cpu;
    must(cx, tacit_subject_new(cx, t, &subject));
    tacit_judge *judge = judge_of(cx, subject);
    must(cx, tacit_loss_new(cx, s, &(tacit_loss_spec){ .balance = 0.5 }, &loss));
    const tacit_search_spec how = { .judge = judge,
                                    .loss = loss,
                                    .most_suppressed = s->records / 50 };
    const bench_time middle = bench_now();
    must(cx, tacit_search(cx, s, &how, &found));
    printf("search: %zu rows, %zu cells, %.0f nodes, %llu looked at, loss %.6f%s: space %.3f s, "
           "search %.3f s\n",
           tacit_table_rows(t), s->cells.n, found.nodes, (unsigned long long)found.checks,
           found.best.score, found.proven ? " (optimal)" : "", counted, bench_since(middle).cpu);
    tacit_loss_free(loss);
    tacit_judge_free(judge);
    tacit_space_free(s);
    tacit_subject_free(subject);
}

int main(int argc, char **argv)
{
    tacit_ctx *cx = tacit_ctx_new();
    tacit_data *data = NULL;
    tacit_table *all = NULL;
    tacit_hierarchy_spec hierarchy[MOST];
    tacit_value value[MOST];
    size_t at[MOST];
    const size_t n = argc > 2 && argc <= MOST ? (size_t)argc - 2 : 0;
    if (n == 0)
        return 2;
    const tacit_hierarchy_builder *cluster = tacit_hierarchy_builder_find("cluster");
    tacit_args args;
    tacit_args_preset(cluster->about.params, value, &args);
    must(cx, tacit_data_open(cx, &(tacit_source){ .uri = argv[1] }, &data));
    must(cx, tacit_data_load(cx, data, NULL, &all));
    for (size_t i = 0; i < n; i++) {
        at[i] = tacit_table_find(all, argv[i + 2]);
        tacit_table_set_roles(all, at[i], TACIT_ROLE_KEY);
        hierarchy[i] = (tacit_hierarchy_spec){ argv[i + 2], cluster, args };
    }
    for (size_t part = 10; part > 0; part = part == 10 ? 3 : part == 3 ? 1 : 0) {
        tacit_table *t = first_rows(cx, all, tacit_table_rows(all) / part);
        run(cx, t,
            &(tacit_search_space_spec){ .table = t,
                                        .keys = { .n = n, .at = at },
                                        .hierarchies = hierarchy,
                                        .n_hierarchies = n });
        tacit_table_free(t);
    }
    tacit_table_free(all);
    tacit_data_close(data);
    tacit_ctx_free(cx);
    return 0;
}
