/**
 * Questions to a queue manager: what the simulator assumes of real ones, asked by IBM's client
 * through a relay that records, and asked again of a simulated one. The only package that needs the
 * client, which has to be on the class path.
 */
package dev.sluice.mqsim.questions;
