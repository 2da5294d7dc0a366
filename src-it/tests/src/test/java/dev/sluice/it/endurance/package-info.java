/** A run that lasts: nothing of the process grows. */
package dev.sluice.it.endurance;
