/*
 * protection.h - ways to protect the sensitive cells of tables.
 *
 * Each lives in one file that defines one constant, and is listed by one line in protections.def.
 * A protection changes statuses or values of cells and tells what it did; whether that is enough
 * is for the audit to say (tabular/audit.h), which knows nothing of it.
 */
#ifndef TACIT_TABULAR_PROTECTION_PROTECTION_H
#define TACIT_TABULAR_PROTECTION_PROTECTION_H

#include "base/result.h"
#include "tabular/system.h"

typedef struct tacit_protection {
    tacit_entry about;
    tacit_status (*run)(tacit_ctx *cx, const tacit_args *args, tacit_system *s, tacit_result *told);
} tacit_protection;

#define TACIT_PROTECTION(id) extern const tacit_protection tacit_protection_##id;
#include "tabular/protection/protections.def"
#undef TACIT_PROTECTION

extern const tacit_catalog tacit_protection_catalog;

#endif
