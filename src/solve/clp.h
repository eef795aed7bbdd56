/*
 * clp.h - what a program is to Clp and CBC; for the files of this folder.
 */
#ifndef TACIT_SOLVE_CLP_H
#define TACIT_SOLVE_CLP_H

#include "solve/lp.h"

struct tacit_lp {
    void *model; /* Clp_Simplex */
};

#endif
