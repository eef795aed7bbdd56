/*
 * test_camouflage.c - interval answers over a hidden polytope: nothing inside it is left out,
 * records are protected as asked, and what an insider finds out with too few vertices.
 */
#include "support/files.h"

#include "base/rng.h"
#include "privacy/sample/keystream.h"
#include "query/camouflage/own.h"

enum { RECORDS = 12, MOST_K = 6 };

/* Data with protection intervals of 3 000 about each value, of width 2 000 at least: wide enough
 * that no value is a combination of others by chance. */
typedef struct data {
    int64_t value[RECORDS], lower[RECORDS], upper[RECORDS], width[RECORDS];
    tacit_camouflage_spec spec;
} data;

static void make_data(data *d, size_t vertices, size_t insiders)
{
    tacit_rng rng = tacit_rng_seed(5);
    for (size_t i = 0; i < RECORDS; i++) {
        d->value[i] = 100000 + (int64_t)tacit_rng_below(&rng, 900000);
        d->lower[i] = d->value[i] - 1 - (int64_t)tacit_rng_below(&rng, 2999);
        d->upper[i] = d->lower[i] + 3001;
        d->width[i] = 2000;
    }
    d->spec = (tacit_camouflage_spec){ .n = RECORDS,
                                       .value = d->value,
                                       .lower = d->lower,
                                       .upper = d->upper,
                                       .width = d->width,
                                       .least = 0,
                                       .most = 2000000,
                                       .vertices = vertices,
                                       .insiders = insiders };
}

static tacit_camouflage *build(tacit_ctx *cx, data *d, size_t vertices, size_t insiders)
{
    tacit_keystream stream;
    tacit_camouflage *c = NULL;
    make_data(d, vertices, insiders);
    assert_ok(cx, tacit_keystream_open(cx, &stream));
    assert_ok(cx, tacit_camouflage_build(cx, &d->spec, &stream, &c));
    tacit_keystream_close(&stream);
    return c;
}

/* What polytopes of these tests are made for. */
static const tacit_camouflage_origin ORIGIN = { .digest = "here", .scale = 8 };

/* The vertices of a polytope, as its file has them. */
static void read_vertices(const place *p, const tacit_camouflage *c, size_t k,
                          int64_t out[][RECORDS])
{
    enum { HEAD = 19 + 32 + 32 };
    char path[PATH_BYTES];
    unsigned char byte[HEAD + MOST_K * RECORDS * 8];
    assert_ok(p->cx, tacit_camouflage_write(p->cx, c, &ORIGIN, path_of(p, "secret", path)));
    FILE *file = fopen(path, "rb");
    assert_true(file != NULL && fread(byte, 1, HEAD + k * RECORDS * 8, file) > HEAD);
    (void)fclose(file);
    (void)unlink(path);
    memcpy(out, byte + HEAD, k * RECORDS * 8);
}

/* Every interval holds the true value, and that of random points of the polytope. */
static void check_inside(const place *p, const tacit_camouflage *c, const double *x, size_t n)
{
    static const uint32_t at[] = { 0, 2, 3, 5, 7, 8, 11 };
    const tacit_camouflage_set set = { at, n };
    double sum = 0, squares = 0, most = -1, least = 1e12, count = 0;
    tacit_camouflage_range r;
    for (size_t e = 0; e < n; e++) {
        sum += x[at[e]];
        squares += x[at[e]] * x[at[e]];
        most = fmax(most, x[at[e]]);
        least = fmin(least, x[at[e]]);
        count += x[at[e]] >= 500000;
    }
    r = tacit_camouflage_sum(c, &set);
    assert_true((double)r.least <= sum + 1e-6 && sum - 1e-6 <= (double)r.most);
    r = tacit_camouflage_mean(c, &set);
    assert_true((double)r.least <= sum / (double)n && sum / (double)n <= (double)r.most);
    r = tacit_camouflage_count(c, &set, 500000);
    assert_true((double)r.least <= count && count <= (double)r.most);
    assert_ok(p->cx, tacit_camouflage_max(p->cx, c, &set, &r));
    assert_true((double)r.least <= most + 1e-6 && most - 1e-6 <= (double)r.most);
    assert_ok(p->cx, tacit_camouflage_min(p->cx, c, &set, &r));
    assert_true((double)r.least <= least + 1e-6 && least - 1e-6 <= (double)r.most);
    assert_ok(p->cx, tacit_camouflage_variance(p->cx, c, &set, &r));
    const double variance = squares / (double)n - sum * sum / (double)(n * n);
    assert_true((double)r.least <= variance + 1e-3 && variance - 1e-3 <= (double)r.most);
}

static void test_outer(void **state)
{
    const place *p = *state;
    int64_t vertex[MOST_K][RECORDS];
    tacit_rng rng = tacit_rng_seed(9);
    data d;
    tacit_camouflage *c = build(p->cx, &d, 5, 3);
    read_vertices(p, c, 5, vertex);
    for (int t = 0; t < 100; t++) {
        double w[MOST_K], all = 0, x[RECORDS] = { 0 };
        for (size_t j = 0; j < 5; j++)
            all += w[j] = t == 0 ? 1 : -log(tacit_rng_uniform(&rng));
        for (size_t i = 0; i < RECORDS; i++)
            for (size_t j = 0; j < 5; j++)
                x[i] += w[j] / all * (double)vertex[j][i];
        check_inside(p, c, x, 1 + (size_t)t % 7);
    }
    double truth[RECORDS];
    for (size_t i = 0; i < RECORDS; i++)
        truth[i] = (double)d.value[i];
    for (size_t n = 1; n <= 7; n++)
        check_inside(p, c, truth, n);
    tacit_camouflage_free(c);
}

/* No record's interval is narrower than was asked, and the mean of the vertices, which many answers
 * tell together, is not the data.  Weights are near 1/4 by chance in few of 200 polytopes. */
static void test_protection(void **state)
{
    const place *p = *state;
    int64_t vertex[MOST_K][RECORDS];
    size_t far = 0;
    for (int t = 0; t < 200; t++) {
        data d;
        size_t missed = 0;
        tacit_camouflage *c = build(p->cx, &d, 4, 2);
        read_vertices(p, c, 4, vertex);
        for (uint32_t i = 0; i < RECORDS; i++) {
            const tacit_camouflage_range r =
                tacit_camouflage_sum(c, &(tacit_camouflage_set){ &i, 1 });
            const int64_t sum = vertex[0][i] + vertex[1][i] + vertex[2][i] + vertex[3][i];
            assert_true(r.most - r.least >= d.width[i]);
            assert_true(r.least < d.value[i] && d.value[i] < r.most);
            missed += llabs(sum - 4 * d.value[i]) > 400;
        }
        far += missed > RECORDS / 2;
        tacit_camouflage_free(c);
    }
    assert_true(far > 100);
}

/* ---- what many records tell ---- */

enum { MANY = 20000 };

/* Solve three normal equations by elimination. */
static void solve_three(double m[3][4], double *x)
{
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 3; i++) {
            const double f = m[i][k] / m[k][k];
            for (size_t j = 0; i != k && j < 4; j++)
                m[i][j] -= f * m[k][j];
        }
    for (size_t i = 0; i < 3; i++)
        x[i] = m[i][3] / m[i][i];
}

/* Weights by least squares of the first vertex on what the others are apart from it:
 * P^1 = a - sum of w_j (P^j - P^1) over j > 1, and a is like noise. */
static void find_weights(int64_t *const vertex[4], double *weight)
{
    double m[3][4] = { { 0 } }, mean[4] = { 0 };
    for (size_t i = 0; i < MANY; i++)
        for (size_t j = 0; j < 4; j++)
            mean[j] += (double)(j == 3 ? -vertex[0][i] : vertex[j + 1][i] - vertex[0][i]) / MANY;
    for (size_t i = 0; i < MANY; i++)
        for (size_t j = 0; j < 3; j++)
            for (size_t k = 0; k < 4; k++)
                m[j][k] +=
                    ((double)(vertex[j + 1][i] - vertex[0][i]) - mean[j]) *
                    ((double)(k == 3 ? -vertex[0][i] : vertex[k + 1][i] - vertex[0][i]) - mean[k]);
    solve_three(m, weight);
}

/* The spread of data is 3.3 times that of the vertices: with 20 000 records weights are known to
 * about 0.02, and values much better than by their intervals.  The page says so. */
static void test_many(void **state)
{
    tacit_ctx *cx = *state;
    tacit_rng rng = tacit_rng_seed(4);
    tacit_keystream stream;
    tacit_camouflage *c = NULL;
    int64_t *list[4], *vertex[4];
    double weight[3], error = 0, width = 0;
    for (size_t l = 0; l < 4; l++) {
        assert_ok(cx, tacit_scratch(cx, MANY, sizeof *list[l], &list[l]));
        assert_ok(cx, tacit_scratch(cx, MANY, sizeof *vertex[l], &vertex[l]));
    }
    for (size_t i = 0; i < MANY; i++) {
        list[0][i] = 1000 + (int64_t)tacit_rng_below(&rng, 400);
        list[1][i] = list[0][i] - 60;
        list[2][i] = list[0][i] + 60;
        list[3][i] = 10;
    }
    const tacit_camouflage_spec spec = { .n = MANY,
                                         .value = list[0],
                                         .lower = list[1],
                                         .upper = list[2],
                                         .width = list[3],
                                         .most = 4000,
                                         .vertices = 4,
                                         .insiders = 2 };
    assert_ok(cx, tacit_keystream_open(cx, &stream));
    assert_ok(cx, tacit_camouflage_build(cx, &spec, &stream, &c));
    tacit_keystream_close(&stream);
    /* One record's interval, and which vertex has which end, is what sums over sets that differ by
     * it tell (test_hidden.c); here the four are taken as known. */
    for (uint32_t i = 0; i < MANY; i++)
        for (size_t j = 0; j < 4; j++)
            vertex[j][i] = tacit_camouflage_at(c, j, i);
    find_weights(vertex, weight);
    for (uint32_t i = 0; i < MANY; i++) {
        const tacit_camouflage_range r = tacit_camouflage_sum(c, &(tacit_camouflage_set){ &i, 1 });
        double x = (double)vertex[0][i];
        for (size_t j = 0; j < 3; j++)
            x += weight[j] * (double)(vertex[j + 1][i] - vertex[0][i]);
        error += fabs(x - (double)list[0][i]) / MANY;
        width += (double)(r.most - r.least) / MANY;
    }
    assert_true(error < width / 10);
    tacit_camouflage_free(c);
}

/* ---- insiders ---- */

/* Rank of rows of weights, by elimination with floating point on small numbers. */
static size_t rank_of(double m[][MOST_K], size_t n, size_t k)
{
    size_t rank = 0;
    for (size_t j = 0; j < k && rank < n; j++) {
        size_t p = rank;
        for (size_t i = rank; i < n; i++)
            p = fabs(m[i][j]) > fabs(m[p][j]) ? i : p;
        if (fabs(m[p][j]) < 1e-7)
            continue;
        for (size_t c = 0; c < k; c++) {
            const double x = m[p][c];
            m[p][c] = m[rank][c];
            m[rank][c] = x;
        }
        for (size_t i = rank + 1; i < n; i++) {
            const double by = m[i][j] / m[rank][j];
            for (size_t c = 0; c < k; c++)
                m[i][c] -= by * m[rank][c];
        }
        rank++;
    }
    return rank;
}

/* How many of the other records an insider finds out who knows the first `t` values and all
 * vertices: those that are combinations of what he knows. */
static size_t count_found(int64_t vertex[][RECORDS], size_t k, size_t t)
{
    size_t found = 0;
    for (size_t i = t; i < RECORDS; i++) {
        double with[MOST_K + 2][MOST_K], without[MOST_K + 2][MOST_K];
        for (size_t j = 0; j < k; j++) {
            for (size_t e = 0; e < t; e++)
                with[e][j] = without[e][j] = (double)vertex[j][e] / 1000;
            with[t][j] = without[t][j] = 1;
            with[t + 1][j] = (double)vertex[j][i] / 1000;
        }
        found += rank_of(with, t + 2, k) == rank_of(without, t + 1, k);
    }
    return found;
}

/* Three known values among four vertices tell all others, among five none. */
static void test_insider(void **state)
{
    const place *p = *state;
    int64_t vertex[MOST_K][RECORDS];
    tacit_keystream stream;
    data d;
    tacit_camouflage *c = build(p->cx, &d, 4, 2);
    read_vertices(p, c, 4, vertex);
    assert_int_equal(count_found(vertex, 4, 3), RECORDS - 3);
    assert_int_equal(count_found(vertex, 4, 2), 0);
    tacit_camouflage_free(c);
    c = build(p->cx, &d, 5, 3);
    read_vertices(p, c, 5, vertex);
    assert_int_equal(count_found(vertex, 5, 3), 0);
    tacit_camouflage_free(c);
    make_data(&d, 4, 3);
    assert_ok(p->cx, tacit_keystream_open(p->cx, &stream));
    assert_fails(p->cx, tacit_camouflage_build(p->cx, &d.spec, &stream, &c), TACIT_ERR_INPUT,
                 "take at least 5");
    make_data(&d, 5, 3);
    d.lower[3] = d.value[3];
    assert_fails(p->cx, tacit_camouflage_build(p->cx, &d.spec, &stream, &c), TACIT_ERR_INPUT,
                 "inside");
    tacit_keystream_close(&stream);
}

/* The file is its owner's alone, is not replaced, and every flipped bit is found. */
static void test_file(void **state)
{
    const place *p = *state;
    char path[PATH_BYTES];
    struct stat about;
    static const uint32_t at[] = { 1, 4 };
    const tacit_camouflage_set set = { at, 2 };
    tacit_camouflage_origin origin;
    data d;
    tacit_camouflage *c = build(p->cx, &d, 4, 2), *again = NULL;
    assert_ok(p->cx, tacit_camouflage_write(p->cx, c, &ORIGIN, path_of(p, "secret", path)));
    assert_true(stat(path, &about) == 0 && (about.st_mode & 0777) == 0600);
    assert_fails(p->cx, tacit_camouflage_write(p->cx, c, &ORIGIN, path), TACIT_ERR_IO, "exists");
    assert_ok(p->cx, tacit_camouflage_read(p->cx, path, &origin, &again));
    assert_true(tacit_camouflage_sum(c, &set).least == tacit_camouflage_sum(again, &set).least);
    tacit_camouflage_free(again);
    assert_true(origin.scale == ORIGIN.scale);
    assert_memory_equal(origin.digest, ORIGIN.digest, sizeof origin.digest);
    assert_true(chmod(path, 0640) == 0);
    assert_fails(p->cx, tacit_camouflage_read(p->cx, path, &origin, &again), TACIT_ERR_DATA,
                 "by others");
    assert_true(chmod(path, 0600) == 0);
    for (off_t byte = 0; byte < about.st_size; byte += 37) {
        char x = 0;
        FILE *file = fopen(path, "r+b");
        assert_true(fseeko(file, byte, SEEK_SET) == 0 && fread(&x, 1, 1, file) == 1);
        x = (char)(x ^ 4);
        assert_true(fseeko(file, byte, SEEK_SET) == 0 && fwrite(&x, 1, 1, file) == 1);
        (void)fclose(file);
        assert_fails(p->cx, tacit_camouflage_read(p->cx, path, &origin, &again), TACIT_ERR_DATA,
                     "damaged");
        file = fopen(path, "r+b");
        x = (char)(x ^ 4);
        assert_true(fseeko(file, byte, SEEK_SET) == 0 && fwrite(&x, 1, 1, file) == 1);
        (void)fclose(file);
    }
    tacit_camouflage_free(c);
    tacit_camouflage_free(NULL);
}

TESTS(void)
{
    const struct CMUnitTest tests[] = {
        with_place(test_outer),  with_place(test_protection), with_place(test_insider),
        with_context(test_many), with_place(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
