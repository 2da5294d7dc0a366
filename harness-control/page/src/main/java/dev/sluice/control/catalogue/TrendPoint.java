package dev.sluice.control.catalogue;

import java.time.Instant;

/**
 * A figure of a workload in one of several runs.
 *
 * @param path the folder of the run
 * @param created when the run was made
 * @param workload its name
 */
public record TrendPoint(String path, Instant created, String workload, double value) {}
