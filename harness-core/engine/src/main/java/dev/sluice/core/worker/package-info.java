/** Workers: one thread each, which repeats an iteration under a pacer until it is asked to end. */
package dev.sluice.core.worker;
