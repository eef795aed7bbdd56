/*
 * per_record.h - frequencies and risks of each record, as columns.
 *
 * What is in such a column is about single persons: it is for the custodian alone and is
 * never part of released data.
 */
#ifndef TACIT_MICRO_RISK_KEYS_PER_RECORD_H
#define TACIT_MICRO_RISK_KEYS_PER_RECORD_H

#include "micro/risk/keys/individual_risk.h"

/* What a column tells of each record. */
typedef enum tacit_record_risk {
    TACIT_RECORD_FREQUENCY = 0, /* f */
    TACIT_RECORD_POPULATION,    /* F */
    TACIT_RECORD_PROSECUTOR,    /* 1 / f */
    TACIT_RECORD_INDIVIDUAL,    /* E[1 / F | f] */
    TACIT_RECORD_HOUSEHOLD      /* 1 - product of (1 - r) over the household */
} tacit_record_risk;

/* Names of the columns, in the order of tacit_record_risk; also to choose them by. */
extern const char *const TACIT_RECORD_CHOICES[];

/* A REAL column, one value a row of the subject's table; the caller frees.  Fails if the
 * subject has not what it needs. */
tacit_status tacit_risk_per_record(tacit_ctx *cx, tacit_subject *s, tacit_record_risk what,
                                   const tacit_individual_spec *spec, tacit_column **out);

#endif
