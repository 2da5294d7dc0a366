/** Every type of worker against both brokers. */
package dev.sluice.it.worker;
