package dev.sluice.core.run;

import dev.sluice.core.result.Connections;
import dev.sluice.core.result.PaceMode;
import dev.sluice.core.stats.DeliveryCounts;
import java.util.Map;
import java.util.Optional;

/**
 * How a workload stands.
 *
 * @param name the workload
 * @param mode whether it has a schedule
 * @param perWorkerPerSecond the target of one worker now, 0 when unlimited or paused
 * @param totalPerSecond the target of all workers now
 * @param finalPerWorkerPerSecond where a ramp under way will end
 * @param workersUp workers with an open connection
 * @param workers workers that have not ended
 * @param iterations iterations since the run started
 * @param inDoubt units of work since the run started of which nobody knows whether they were done
 * @param rolledBack iterations since the run started that were undone again
 * @param skewed times between two clocks since the run started that came out negative
 * @param connections how its connections stand
 * @param errorsByCause failures since the run started
 * @param delivery what the check of its deliveries found since the run started, if there is one
 */
public record WorkloadStatus(
    String name,
    PaceMode mode,
    double perWorkerPerSecond,
    double totalPerSecond,
    double finalPerWorkerPerSecond,
    int workersUp,
    int workers,
    long iterations,
    long inDoubt,
    long rolledBack,
    long skewed,
    Connections connections,
    Map<String, Long> errorsByCause,
    Optional<DeliveryCounts> delivery) {}
