/*
 * generated.h - a private generator with its arguments, and data as codes.
 */
#ifndef TACIT_TESTS_SUPPORT_PRIVACY_GENERATED_H
#define TACIT_TESTS_SUPPORT_PRIVACY_GENERATED_H

#include "synth/generator.h"
#include "synth/private/private.h"

enum { MOST_GENERATOR_ARGS = 16 };

typedef struct generated {
    const tacit_generator *generator;
    tacit_value at[MOST_GENERATOR_ARGS];
    tacit_args args;
    bool replaces; /* the number of records is public */
} generated;

/* The private generator called `name` with its defaults, and this epsilon.  `*out` stays where it
 * is. */
void generated_of(const char *name, double epsilon, generated *out);

/* Set a parameter. */
void generated_set(generated *g, const char *name, double x);

/* Make records of `data`, in scratch memory; `purse` has what was paid. */
void generated_make(tacit_ctx *cx, const generated *g, const tacit_private_table *data,
                    tacit_keystream *stream, tacit_purse *purse, tacit_private_table *out);

#endif
