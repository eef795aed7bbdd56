/*
 * tables.c - tabulating records, against DuckDB's GROUP BY ROLLUP over the same file.
 *
 *   tables FILE.parquet ROWS
 *
 * The file is made if it is not there: four dimensions of 40, 25, 10 and 8 values and a turnover.
 * tacit makes the table of all combinations with all totals (105 534 cells), with the p% rule, and
 * writes it; DuckDB makes counts and sums of the five levels of the rollup.  Both read the same
 * file with the same number of threads in turn; the ratio of the best of three is the figure
 * (goal: at most 1.5).
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/pool.h"
#include "peer.h"
#include "tacit.h"

static double run_tacit(const char *path, const char *rule)
{
    tacit_ctx *cx = tacit_ctx_new();
    char plan[4096];
    snprintf(plan, sizeof plan,
             "data: %s\ntables: {t: {by: [a, b, c, d], of: x}}\nrules: %s\noutput: "
             "%s.tables.parquet\n",
             path, rule, path);
    const bench_time start = bench_now();
    if (tacit_run(cx, NULL, "tables", plan, "{\"force\": true}", NULL, NULL) != TACIT_DONE) {
        fprintf(stderr, "%s\n", tacit_message(cx));
        exit(1);
    }
    const double wall = bench_since(start).wall;
    tacit_ctx_free(cx);
    return wall;
}

int main(int argc, char **argv)
{
    char sql[4096];
    double own = 1e9, peer = 1e9;
    if (argc < 3)
        return 2;
    const char *path = argv[1];
    snprintf(sql, sizeof sql,
             "COPY (SELECT 'a' || hash(i) %% 40 AS a, 'b' || hash(i + 1e9) %% 25 AS b, 'c' || "
             "hash(i + 2e9) %% 10 AS c, 'd' || hash(i + 3e9) %% 8 AS d, CAST(1 + hash(i + 4e9) "
             "%% 5000 AS BIGINT) AS x FROM range(%s) t(i)) TO '%s' (FORMAT parquet)",
             argv[2], path);
    if (access(path, R_OK) != 0)
        (void)bench_duckdb(sql);
    snprintf(sql, sizeof sql,
             "CREATE TABLE r AS SELECT a, b, c, d, count(*), sum(x) FROM read_parquet('%s') "
             "GROUP BY ROLLUP (a, b, c, d)",
             path);
    for (int i = 0; i < 3; i++) {
        const double a = run_tacit(path, "{p_percent: {p: 1}}"), b = bench_duckdb(sql).wall;
        printf("  tacit   %.2f s\n  duckdb  %.2f s\n", a, b);
        own = a < own ? a : own;
        peer = b < peer ? b : peer;
    }
    printf("tables: %.2f times DuckDB's GROUP BY ROLLUP (goal 1.5), %zu threads\n", own / peer,
           tacit_pool_threads());
    return 0;
}
