/*
 * init.c - the calls that R may make.
 */
#include "binding.h"

#include <R_ext/Rdynload.h>

#define CALL(name, n) { #name, (DL_FUNC)&name, n }

static const R_CallMethodDef CALLS[] = {
    CALL(call_open, 1),  CALL(call_put, 4),   CALL(call_run, 4),      CALL(call_wait, 2), CALL(call_stop, 1),
    CALL(call_get, 3),   CALL(call_close, 1), CALL(call_describe, 0), CALL(call_version, 0),
    { NULL, NULL, 0 }
};

void R_init_tacit(DllInfo *dll);

void R_init_tacit(DllInfo *dll)
{
    R_registerRoutines(dll, NULL, CALLS, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
}
