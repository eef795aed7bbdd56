/*
 * gaussian.h - the Gaussian mechanism and zero-concentrated privacy: what noise gives what.
 *
 * Balle and Wang (2018), Improving the Gaussian mechanism for differential privacy, theorem 8; with
 * s the standard deviation in sensitivities, delta(e) = Phi(1/(2s) - es) - exp(e) Phi(-1/(2s) -
 * es). The classical s = sqrt(2 log(1.25/delta))/epsilon is no guarantee above epsilon = 1.
 * Canonne, Kamath and Steinke (2020), corollary 13; a mechanism with rho-zCDP has
 * delta(e) <= min over a > 1 of exp((a - 1)(a rho - e)) (1 - 1/a)^a / (a - 1).
 *
 * Searches end at the safe side of the last two floating-point numbers they could not tell apart.
 */
#ifndef TACIT_PRIVACY_ACCOUNTANT_GAUSSIAN_H
#define TACIT_PRIVACY_ACCOUNTANT_GAUSSIAN_H

/* delta of continuous Gaussian noise, and its logarithm, which does not vanish. */
double tacit_gaussian_delta(double sigma, double e);
double tacit_gaussian_log_delta(double sigma, double e);

/* The least epsilon for a delta, and the least noise for both. */
double tacit_gaussian_epsilon(double sigma, double delta);
double tacit_gaussian_sigma(double epsilon, double delta);

/* The logarithm of delta under zero-concentrated privacy, the least epsilon, the greatest rho. */
double tacit_zcdp_log_delta(double rho, double e);
double tacit_zcdp_epsilon(double rho, double delta);
double tacit_zcdp_rho(double epsilon, double delta);

#endif
