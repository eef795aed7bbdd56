/*
 * release.c - private answers, against DuckDB's GROUP BY over the same file.
 *
 *   release FILE.parquet ROWS
 *
 * The file is made if it is not there: two columns of 40 and 25 values and a turnover.  tacit
 * answers count, sum, mean, variance and the counts of ten bins for each of the 1 000 groups, with
 * noise, certificate and all; DuckDB computes count, sum, mean, variance and the counts of ten
 * bins, without noise.  Both read the same file with the same number of threads in turn; the ratio
 * of the best of three, in processor time, is the figure (goal: at most 1.3).
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "peer.h"
#include "tacit.h"

/* A domain that lists `n` values that begin with `letter`. */
static int put_values(char *out, size_t room, char letter, int n)
{
    int used = snprintf(out, room, "  %c: {values: [", letter);
    for (int i = 0; i < n; i++)
        used += snprintf(out + used, room - (size_t)used, "%s%c%d", i > 0 ? ", " : "", letter, i);
    return used + snprintf(out + used, room - (size_t)used, "]}\n");
}

static double run_tacit(const char *path)
{
    tacit_ctx *cx = tacit_ctx_new();
    char plan[8192];
    int n = snprintf(plan, sizeof plan,
                     "data: %s\noutput: %s.answers.csv\nrelease: {epsilon: 1}\ndomains:\n  x: "
                     "{lower: 0, upper: 5000, bins: 10}\n",
                     path, path);
    n += put_values(plan + n, sizeof plan - (size_t)n, 'a', 40);
    n += put_values(plan + n, sizeof plan - (size_t)n, 'b', 25);
    snprintf(plan + n, sizeof plan - (size_t)n,
             "statistics: [{count: {by: [a, b]}}, {sum: {of: x, by: [a, b]}}, {mean: {of: x, by: "
             "[a, b]}}, {variance: {of: x, by: [a, b]}}, {histogram: {of: x, by: [a, b]}}]\n");
    const bench_time start = bench_now();
    if (tacit_run(cx, NULL, "release", plan, "{\"force\": true}", NULL, NULL) != TACIT_DONE) {
        fprintf(stderr, "%s\n", tacit_message(cx));
        exit(1);
    }
    const double cpu = bench_since(start).cpu;
    tacit_ctx_free(cx);
    return cpu;
}

int main(int argc, char **argv)
{
    char sql[4096];
    double own = 1e9, peer = 1e9;
    if (argc < 3)
        return 2;
    const char *path = argv[1];
    snprintf(
        sql, sizeof sql,
        "COPY (SELECT 'a' || hash(i) %% 40 AS a, 'b' || hash(i + 1e9) %% 25 AS b, CAST(hash(i + "
        "4e9) %% 5000 AS BIGINT) AS x FROM range(%s) t(i)) TO '%s' (FORMAT parquet)",
        argv[2], path);
    if (access(path, R_OK) != 0)
        (void)bench_duckdb(sql);
    snprintf(sql, sizeof sql,
             "CREATE TABLE r AS SELECT a, b, count(*), sum(x), avg(x), var_samp(x), histogram(x // "
             "500) FROM read_parquet('%s') GROUP BY a, b",
             path);
    for (int i = 0; i < 3; i++) {
        const double a = run_tacit(path), b = bench_duckdb(sql).cpu;
        printf("  tacit   %.2f s\n  duckdb  %.2f s\n", a, b);
        own = a < own ? a : own;
        peer = b < peer ? b : peer;
    }
    printf("release: %.2f times DuckDB's GROUP BY (goal 1.3)\n", own / peer);
    return 0;
}
