/**
 * A queue manager inside a test: what an application's tests need of the simulator, and nothing
 * else of it.
 */
package dev.sluice.mqsim.embedded;
