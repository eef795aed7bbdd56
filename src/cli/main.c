/*
 * main.c - the command `tacit`.
 */
#include <stdlib.h>

#include "cli/cli.h"

/* Threads without work sleep at once: by default they spin for milliseconds after every parallel
 * loop, which costs other programs a quarter of a processor and saves little here.  The runtime's
 * settings are read before main(), so this comes earlier still. */
__attribute__((constructor(101))) static void wait_quietly(void)
{
    setenv("OMP_WAIT_POLICY", "passive", 0); /* out of memory: threads spin */
}

int main(int argc, char **argv)
{
    return tacit_main(argc, argv);
}
