package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.scenario.measure.Observed;
import dev.sluice.control.scenario.measure.Reading;
import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.control.scenario.running.outside.Shell;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that is watched beside the load: the harness itself, always, and what the scenario
 * names. Something that cannot be read is missing from that reading, and a warning says so when it
 * begins and when it is over. Any thread; one reads at a time.
 */
public final class Observers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Observers.class);

  private final List<Observer> observers = new ArrayList<>();
  private final List<QueueDepths> depths = new ArrayList<>();
  private final Set<String> failing = new HashSet<>();
  private final HarnessUse harness;
  private final NanoClock clock;
  private Consumer<String> listener = gap -> {}; // guarded by this

  /**
   * @param specs what to observe
   * @param providers by name
   * @param processNumbers numbers of the scenario's processes, by name
   * @throws ConfigurationException if a provider does not tell depths
   */
  public Observers(
      List<ObserverSpec> specs,
      Map<String, JmsProvider> providers,
      Map<String, Long> processNumbers,
      CpuMeter cpuMeter,
      NanoClock clock) {
    this.harness = new HarnessUse(cpuMeter);
    this.clock = clock;
    for (ObserverSpec spec : specs) {
      observers.add(observer(spec, providers, processNumbers));
    }
  }

  /** From now on tells somebody else, too, when a gap begins and when it is over. */
  public synchronized void tellOfGaps(Consumer<String> listener) {
    this.listener = listener;
  }

  /** Reads everything once. */
  public synchronized Observed read() throws InterruptedException {
    Map<String, Observed.At> readings = new HashMap<>();
    harness.readings().forEach((name, reading) -> readings.put(name, now(reading)));
    for (Observer observer : observers) {
      try {
        readings.put(observer.name(), now(observer.read()));
        if (failing.remove(observer.name())) {
          warn("observer " + observer.name() + " can be read again");
        }
      } catch (ObservationException e) {
        if (failing.add(observer.name())) {
          warn("observer " + observer.name() + " has a gap in its readings: " + e.getMessage());
        }
      }
    }
    return new Observed(clock.nanos(), harness.cpuNanos(), readings);
  }

  private void warn(String gap) {
    String line = ForeignText.printable(gap); // a command's own errors may be in it
    LOG.warn("{}", line);
    listener.accept(line);
  }

  private Observed.At now(Reading reading) {
    return new Observed.At(clock.nanos(), reading);
  }

  @Override
  public void close() {
    depths.forEach(QueueDepths::close);
  }

  private Observer observer(
      ObserverSpec spec, Map<String, JmsProvider> providers, Map<String, Long> processNumbers) {
    if (spec instanceof ObserverSpec.Pid pid) {
      return new ProcessCpu(pid.name(), pid::pid);
    } else if (spec instanceof ObserverSpec.PidFile file) {
      return new ProcessCpu(file.name(), ProcessCpu.inFile(file.file()));
    } else if (spec instanceof ObserverSpec.OwnProcess own) {
      long pid = processNumbers.get(own.process());
      return new ProcessCpu(own.name(), () -> pid);
    } else if (spec instanceof ObserverSpec.ControlGroup group) {
      return new GroupCpu(group.name(), group.folder());
    } else if (spec instanceof ObserverSpec.Command command) {
      return new CommandReading(command, new Shell());
    }
    return depth((ObserverSpec.QueueDepth) spec, providers);
  }

  private Observer depth(ObserverSpec.QueueDepth spec, Map<String, JmsProvider> providers) {
    JmsProvider provider = providers.get(spec.provider());
    QueueDepths way =
        provider
            .queueDepths()
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "observer "
                            + spec.name()
                            + ": provider "
                            + provider.name()
                            + " cannot read the depth of a queue; use a command instead"));
    depths.add(way);
    return new DepthReading(spec, provider, way);
  }
}
