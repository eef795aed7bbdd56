/*
 * orders.h - Renyi divergences of losses, of whole and of fractional order.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_ORDERS_H
#define TACIT_PRIVACY_ACCOUNTANT_ORDERS_H

#include "privacy/accountant/loss.h"

/* The Renyi divergence of order `a` >= 1 of one answer, or an upper bound on it. */
double tacit_renyi_divergence(const tacit_privacy_loss *loss, double a);

/* The epsilon at `delta` that a divergence of order `a` > 1 gives (Canonne, Kamath and Steinke
 * 2020, proposition 12), not below 0. */
double tacit_renyi_epsilon(double divergence, double a, double delta);

#endif
