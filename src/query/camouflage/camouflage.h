/*
 * camouflage.h - interval answers over a hidden polytope, to any number of questions.
 *
 * Gopal, Garfinkel and Goes (2002), Confidentiality via camouflage; Garfinkel, Gopal and Rice
 * (2006) on insiders.  The values a of n records are hidden among K points: up to a blur that hides
 * them from arithmetic, a is their mean by secret weights, hence inside conv{P^1 ... P^K}, and a
 * question f is answered by an interval that holds f(x) for every x of the polytope, so that no
 * number of answers tells more than the polytope does.
 *
 *   sum, mean, linear   the least and the greatest of the f(P^j): exact
 *   count of x >= c     records whose least, and whose greatest value is: outer
 *   maximum, minimum    one end at a vertex, the other a matrix game (Clp), rounded to what a mixed
 *                       strategy of its dual proves in exact integers
 *   order statistics    those of the least and of the greatest values: outer
 *   variance            convex: greatest at a vertex; least by pairwise steps on the simplex (Wolfe
 *                       1976), less the duality gap, which is a proof for any point
 *
 * Values are integers, in steps of a lattice; answers are rounded outwards to whole steps
 * (variances to whole squares of steps).  What everybody learns of one record is [min_j P_i^j,
 * max_j P_i^j], which is at least as wide as was asked.
 *
 * What it does not promise: an insider who knows t values and the vertices, which many answers
 * disclose, has t + 1 equations for K weights; with K <= t + 1 they tell every value.  Therefore K
 * >= t + 2 is demanded, for t the most that any coalition knows.  Even then everybody learns the
 * polytope: that is a heuristic and no guarantee of the kind that differential privacy is.
 *
 * Why weights and a blur: sums over sets that differ in one record tell the vertices themselves,
 * one coordinate after another.  With the weights 1/K of the first publications, everybody would
 * then know a, their mean.  The weights are uniform on the simplex, drawn for each polytope and
 * forgotten. Values are whole numbers of steps, and so a would be the one such point of the
 * polytope; therefore each value is moved by less than half a step before it is hidden, to a finer
 * lattice that the caller chooses, and answers are wider by that for each record.
 *
 * What remains: what is between the vertices is drawn, and has nothing to do with the data, so that
 * who knows all vertices of n records finds the weights by least squares up to about
 * sd(a) / (sd(P) sqrt(n)).  With many records and many questions that is much.
 *
 * The vertices are a secret all the same.  They are drawn once, from the system's randomness; two
 * polytopes around the same data together say more, and the mean of many says all.
 *
 * Cost: O(K |T|) a question over records T, O(K^2 |T|) variances, O(|T| log |T|) order statistics.
 */
#ifndef TACIT_QUERY_CAMOUFLAGE_CAMOUFLAGE_H
#define TACIT_QUERY_CAMOUFLAGE_CAMOUFLAGE_H

#include "base/context.h"
#include "base/sha256.h"
#include "privacy/sample/keystream.h"

typedef struct tacit_camouflage tacit_camouflage;

enum { TACIT_CAMOUFLAGE_VERTICES = 64 };

/* The greatest value, in steps: sums of squares fit in 128 bits. */
#define TACIT_CAMOUFLAGE_MOST ((int64_t)1 << 46)

/* What to hide, by record and in steps. */
typedef struct tacit_camouflage_spec {
    size_t n;
    const int64_t *value;
    const int64_t *lower, *upper; /* what they are apart by is drawn there; lower < value < upper */
    const int64_t *width;         /* that the record's interval has at least */
    int64_t least, most;          /* legal values of vertices */
    size_t vertices;              /* K */
    size_t insiders;              /* t: how many values a coalition may know; K >= t + 2 */
    int64_t blur;                 /* even; each value is moved by half of this at most */
} tacit_camouflage_spec;

/* Draw the polytope; the caller frees. */
tacit_status tacit_camouflage_build(tacit_ctx *cx, const tacit_camouflage_spec *spec,
                                    tacit_keystream *stream, tacit_camouflage **out);

/* A polytope of given vertices, vertex after vertex, that holds the data without any blur; the
 * caller frees. */
tacit_status tacit_camouflage_of(tacit_ctx *cx, size_t vertices, size_t n, const int64_t *value,
                                 tacit_camouflage **out);

/* Wipe and free.  Accepts NULL. */
void tacit_camouflage_free(tacit_camouflage *c);

/* How many vertices and records it has. */
size_t tacit_camouflage_vertices(const tacit_camouflage *c);
size_t tacit_camouflage_records(const tacit_camouflage *c);

/* What a polytope was made for. */
typedef struct tacit_camouflage_origin {
    unsigned char digest[TACIT_SHA256_BYTES];
    uint64_t scale; /* steps of the polytope for one step of the data */
} tacit_camouflage_origin;

/* Write the secret to a new file that only its owner can read, synced; and read it: one that others
 * can read, or that is not as it was written, is refused. */
tacit_status tacit_camouflage_write(tacit_ctx *cx, const tacit_camouflage *c,
                                    const tacit_camouflage_origin *origin, const char *path);
tacit_status tacit_camouflage_read(tacit_ctx *cx, const char *path, tacit_camouflage_origin *origin,
                                   tacit_camouflage **out);

/* Records that a question is about. */
typedef struct tacit_camouflage_set {
    const uint32_t *at;
    size_t n; /* at least 1 */
} tacit_camouflage_set;

/* An answer, in steps. */
typedef struct tacit_camouflage_range {
    tacit_i128 least, most;
} tacit_camouflage_range;

/* Sum, mean, and the number of values that are at least `from`. */
tacit_camouflage_range tacit_camouflage_sum(const tacit_camouflage *c,
                                            const tacit_camouflage_set *set);
tacit_camouflage_range tacit_camouflage_mean(const tacit_camouflage *c,
                                             const tacit_camouflage_set *set);
tacit_camouflage_range tacit_camouflage_count(const tacit_camouflage *c,
                                              const tacit_camouflage_set *set, int64_t from);

/* The slope of the values on a public x, one for each record of the set; fails if x is constant. */
tacit_status tacit_camouflage_slope(tacit_ctx *cx, const tacit_camouflage *c,
                                    const tacit_camouflage_set *set, const double *x,
                                    tacit_camouflage_range *out);

/* Maximum and minimum. */
tacit_status tacit_camouflage_max(tacit_ctx *cx, const tacit_camouflage *c,
                                  const tacit_camouflage_set *set, tacit_camouflage_range *out);
tacit_status tacit_camouflage_min(tacit_ctx *cx, const tacit_camouflage *c,
                                  const tacit_camouflage_set *set, tacit_camouflage_range *out);

/* The mean of order statistics `low` and `high`, counted from 1: of n values the median has
 * (n + 1) / 2 and n / 2 + 1. */
tacit_status tacit_camouflage_order(tacit_ctx *cx, const tacit_camouflage *c,
                                    const tacit_camouflage_set *set, const size_t order[2],
                                    tacit_camouflage_range *out);

/* The variance, of n and not n - 1, in squares of steps. */
tacit_status tacit_camouflage_variance(tacit_ctx *cx, const tacit_camouflage *c,
                                       const tacit_camouflage_set *set,
                                       tacit_camouflage_range *out);

#endif
