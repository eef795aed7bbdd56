/*
 * audit.h - which sums may be answered, given all that were: the audit expert.
 *
 * Chin and Ozsoyoglu (1982), Auditing and inference control in statistical databases; simulatable
 * after Kenthapadi, Mishra and Nissim (2005): a decision depends on query sets alone and on no
 * value, so that a refusal tells nothing.
 *
 * An answered sum is a 0/1 vector over records, and analysts know every linear combination of the
 * answered ones.  A sum is refused if with it some combination would depend on fewer than k
 * records. Records that no answered query tells apart form an atom, and columns are atoms.  The
 * vectors are kept in reduced row echelon form R = [I | A] over GF(p): a vector of the row space
 * that is made of t rows has t pivots, so that those of few records are made of few rows.
 *
 *   rows               exactly: the number of records of each row is kept
 *   pairs of rows      exactly: columns are hashed in blocks, linearly and so that a multiple has
 * the same hash; two rows that cancel but for few columns agree in a block.  Where there are more
 * candidates than can be looked at, the answer is refused three and more     exactly where the sets
 * of atoms with fewer than k records are few; else by a bounded search among rows with the same
 * support.  The general problem is that of the least distance of a code, NP-hard (Vardy 1997)
 *
 * Why a finite field: for an integer vector of the rational row space, divided by its common
 * factor, its residue is in the row space mod p with no wider support, as long as ranks agree; what
 * is 0 mod p alone only leads to refusals.  Ranks agree unless p divides every minor of that order:
 * then a sum looks derivable mod p and is not, and it would be told without being booked.  One
 * nonzero minor of a 0/1 matrix of rank up to 2048 is below 2^9230 (Hadamard 1893) and has at most
 * 153 prime factors above 2^60.  p is one of the more than 2.6 * 10^16 primes between 2^60 and
 * 2^61, drawn from the system's randomness for each audit and never told.  Until it matters, no
 * decision depends on it, so that nobody can steer towards it: the chance that it ever does is
 * below 6 * 10^-15 a query.  (With primes that are known a matrix of some sixty sums with such a
 * determinant can be made.)  For the same reason the digest of a state is that of atoms, pivots and
 * supports, which are the same in every field.
 *
 * Beyond 4096 atoms or rank 2048 only sums are answered that split no atom, or are derivable.
 * Moments: a query of order m releases the sums of x, x^2, ..., x^m, each a system of its own.  As
 * m records are determined by m power sums, k is at least one more than the highest order.
 *
 * Cost of a query: O(records in the set + rank (atoms - rank)), of which the multiplications are
 * the larger part; 8 bytes for each row and column that it was made with: at most 65 MB an order.
 */
#ifndef TACIT_QUERY_AUDIT_AUDIT_H
#define TACIT_QUERY_AUDIT_AUDIT_H

#include "base/context.h"
#include "base/sha256.h"

enum { TACIT_EXPERT_ATOMS = 4096, TACIT_EXPERT_RANK = 2048, TACIT_EXPERT_ORDERS = 4 };

/* The records that a query is about: their numbers, upwards, each once. */
typedef struct tacit_query_set {
    const uint32_t *at;
    size_t n;
} tacit_query_set;

typedef struct tacit_expert tacit_expert;

typedef enum tacit_expert_decision {
    TACIT_EXPERT_ANSWER = 0, /* it was booked as answered */
    TACIT_EXPERT_KNOWN,      /* it follows from earlier answers, and may be answered */
    TACIT_EXPERT_DENY        /* nothing has changed */
} tacit_expert_decision;

/* What answers isolate so far. */
typedef struct tacit_expert_state {
    size_t atoms, rank;
    uint64_t smallest; /* the fewest records that a row depends on; 0 if there is none */
    unsigned char digest[TACIT_SHA256_BYTES]; /* of the whole state: equal after a replay */
} tacit_expert_state;

/* An audit of one confidential column of `records` records: no combination of answers may depend on
 * fewer than `k` >= 1 records, and moments of up to `orders` may be asked.  The caller frees. */
tacit_status tacit_expert_new(tacit_ctx *cx, uint32_t records, uint64_t k, unsigned orders,
                              tacit_expert **out);

/* Accepts NULL. */
void tacit_expert_free(tacit_expert *a);

/* Decide on the sums of x ... x^order over `set`: all of them or none. */
tacit_status tacit_expert_ask(tacit_ctx *cx, tacit_expert *a, const tacit_query_set *set,
                              unsigned order, tacit_expert_decision *out);

/* The state of the system of `order`. */
tacit_expert_state tacit_expert_state_of(const tacit_expert *a, unsigned order);

#endif
