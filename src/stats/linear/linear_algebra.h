/*
 * linear_algebra.h - small symmetric matrices, row by row in plain arrays.
 */
#ifndef TACIT_STATS_LINEAR_LINEAR_ALGEBRA_H
#define TACIT_STATS_LINEAR_LINEAR_ALGEBRA_H

#include <stdbool.h>
#include <stddef.h>

/* Replace the lower triangle of the p by p matrix `a` by L with L L' = a; the upper
 * triangle is left alone.  Returns false, `a` half written, if a pivot is not above
 * `least` times its diagonal element: then `a` is singular to that precision. */
bool tacit_cholesky(double *a, size_t p, double least);

/* The same for a matrix that may be singular: a pivot that is not above `least` times its diagonal
 * element is taken for 0, as are the elements below it. */
void tacit_cholesky_semidefinite(double *a, size_t p, double least);

/* Replace `x` by L^-1 x for the lower triangle of `l`. */
void tacit_solve_lower(const double *l, size_t p, double *x);

/* Replace `x` by L'^-1 x for the lower triangle of `l`. */
void tacit_solve_upper(const double *l, size_t p, double *x);

/* Replace the symmetric p by p matrix `a` by its inverse; false, `a` half written, if it is not
 * positive definite as tacit_cholesky() says.  O(p^3). */
bool tacit_inverse_positive(double *a, size_t p, double least);

/* Logarithm of the determinant of L L'. */
double tacit_log_determinant(const double *l, size_t p);

/* Eigenvalues of the symmetric matrix `a` (destroyed) in `values`, downwards, and its
 * eigenvectors of length 1 in the columns of `vectors`: cyclic Jacobi rotations, O(p^3) a
 * sweep, for p up to a few hundred.  The largest component of a vector is positive. */
void tacit_eigen_symmetric(double *a, size_t p, double *values, double *vectors);

/* Mark in `kept` the columns, from the first on, that are not linear combinations of kept
 * ones before them, by the covariance matrix `a` (destroyed): the share of variance that
 * is left must exceed `least`.  Returns how many. */
size_t tacit_independent_columns(double *a, size_t p, double least, bool *kept);

#endif
