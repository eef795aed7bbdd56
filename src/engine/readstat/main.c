/*
 * main.c - the program tacit-read: parses one file of a statistical package for the library.
 *
 * It is started by the library (start.c) and is of no use otherwise.
 */
#include "engine/readstat/wire.h"

int main(void)
{
    tacit_readstat_child_run();
}
