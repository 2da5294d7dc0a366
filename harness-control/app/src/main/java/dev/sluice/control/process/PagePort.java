package dev.sluice.control.process;

import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.format.Progress;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.page.LiveAgents;
import dev.sluice.control.sink.page.LivePage;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Where the live page is, and what it shows beside what the run tells of itself.
 *
 * @param settings the port
 * @param description the run
 * @param progress how far the steps of a scenario are
 * @param agents those of the fleet that has the workers
 * @param opened receives the page when there is one
 */
public record PagePort(
    PortSettings settings,
    RunDescription description,
    Supplier<Progress> progress,
    LiveAgents agents,
    Consumer<? super LivePage> opened) {

  LivePage page(RunControl control, UnaryOperator<String> mask) {
    LivePage page =
        new LivePage(
            description,
            CpuMeter.ofThisProcess(),
            NanoClock.SYSTEM,
            control::status,
            progress,
            agents,
            mask);
    opened.accept(page);
    return page;
  }
}
