/*
 * records.h - the risk of each record, written to a file for the custodian.
 */
#ifndef TACIT_RUN_RECORDS_H
#define TACIT_RUN_RECORDS_H

#include "run/work.h"

/* Write the number of each record, in the order of the data, and what its risk is, as far as the
 * subject knows enough, to `target`: with the parameters that the plan gives the measure of that
 * name, in a column for each time that it is measured.  It says of persons how easily they are
 * found, so it is never part of a release. */
tacit_status tacit_records_write(tacit_ctx *cx, tacit_work *w, tacit_subject *subject,
                                 const char *target);

#endif
