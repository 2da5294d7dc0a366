/**
 * MQSC, as much of it as rehearsals of channels between queue managers need, so that the scripts
 * that set real queue managers up set simulated ones up, too.
 */
package dev.sluice.mqsim.mqsc;
