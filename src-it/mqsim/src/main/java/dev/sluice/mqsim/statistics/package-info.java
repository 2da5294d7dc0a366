/** Resource statistics, as a queue manager publishes them on its system topics. */
package dev.sluice.mqsim.statistics;
