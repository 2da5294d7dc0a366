package dev.sluice.control.scenario.judge;

/**
 * Whether an objective was met.
 *
 * @param met whether it was; not if it could not be measured
 * @param line for people: {@code PASS senders p99 < 20ms: 3.1ms}
 */
public record Judgement(boolean met, String line) {}
