/**
 * MQSC, as much of it as rehearsals need, so that the scripts that set real queue managers up set
 * simulated ones up, too, and fail where they fail there.
 */
package dev.sluice.mqsim.mqsc;
