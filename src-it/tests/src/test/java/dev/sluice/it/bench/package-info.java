/**
 * What the simulated queue manager itself can do; run by {@code src-it/tests/bench/mqsim-bench.sh}.
 */
package dev.sluice.it.bench;
