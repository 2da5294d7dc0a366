/**
 * Each kind of broker beside each feature of the program, as the table of the documentation shows.
 */
package dev.sluice.it.brokers;
