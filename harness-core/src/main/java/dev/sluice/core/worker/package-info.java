/** Workers: one thread each, which repeats an iteration under a pacer until it is told to end. */
package dev.sluice.core.worker;
