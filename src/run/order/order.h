/*
 * order.h - what the order of the records of a release tells, and where they come from.
 */
#ifndef TACIT_RUN_ORDER_ORDER_H
#define TACIT_RUN_ORDER_ORDER_H

#include "run/order/origin.h"
#include "table/table.h"

/* Whether the order of the rows goes with the values of `c`: they rise or fall throughout, or do
 * one 20 times as often as the other (as where each part of a file is sorted), by more than
 * chance: less than one in 10^6 for rows in random order.  Texts go by their bytes, or by their
 * letters without regard to case.  O(rows). */
bool tacit_order_tells(const tacit_column *c);

/* Warn of the columns of `original` by which its records are ordered and that `released`, which
 * has the same records in the same order, does not have as they stand. */
tacit_status tacit_order_warn(tacit_ctx *cx, const tacit_table *original,
                              const tacit_table *released);

#endif
