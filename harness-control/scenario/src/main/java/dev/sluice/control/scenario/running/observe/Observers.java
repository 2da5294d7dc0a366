package dev.sluice.control.scenario.running.observe;

import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.model.ObserverSpec;
import dev.sluice.control.scenario.running.outside.Shell;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that is watched beside the load: the harness itself, always, and what the scenario
 * names. Something that cannot be read is missing from that reading, and a warning says so when it
 * begins and when it is over. Any thread; one reads at a time.
 */
public final class Observers implements AutoCloseable {

  /** What observing costs: processor milliseconds of the observers' commands per second. */
  public static final String COST = "harness observers ms/s";

  private static final Logger LOG = LoggerFactory.getLogger(Observers.class);

  private final Map<ObserverSpec, Observer> observers = new LinkedHashMap<>();
  private final List<CommandReading> commands = new ArrayList<>();
  private final List<QueueDepths> depths = new ArrayList<>();
  private final Set<String> failing = new HashSet<>();
  private final Map<ObserverSpec, Asked> asked = new HashMap<>(); // guarded by this
  private final Map<String, String> parts = new HashMap<>();
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
      observers.put(spec, observer(spec, providers, processNumbers));
      if (!spec.partOf().isEmpty()) {
        parts.put(spec.name(), spec.partOf());
      }
      if (spec.includesHarness()) {
        parts.put(Observed.HARNESS, spec.name());
      }
    }
  }

  /** When one was asked last, and its answer, if it gave one. */
  private record Asked(long nanos, Optional<Observed.At> answer) {}

  /** From now on tells somebody else, too, when a gap begins and when it is over. */
  public synchronized void tellOfGaps(Consumer<String> listener) {
    this.listener = listener;
  }

  /** Reads everything once. */
  public Observed read() throws InterruptedException {
    return read(spec -> true);
  }

  /** Reads what it is time for; of the others it has the last reading, as old as that is. */
  public Observed readDue() throws InterruptedException {
    return read(
        spec -> {
          Asked last = asked.get(spec);
          return last == null || clock.nanos() - last.nanos() >= spec.every().toNanos();
        });
  }

  private synchronized Observed read(Predicate<ObserverSpec> due) throws InterruptedException {
    Map<String, Observed.At> readings = new HashMap<>();
    harness.readings().forEach((name, reading) -> readings.put(name, now(reading)));
    for (ObserverSpec spec : observers.keySet()) {
      if (due.test(spec)) {
        asked.put(spec, new Asked(clock.nanos(), ask(spec.name(), observers.get(spec))));
      }
      asked.get(spec).answer().ifPresent(answer -> readings.put(spec.name(), answer));
    }
    Duration cost =
        commands.stream().map(CommandReading::cost).reduce(Duration.ZERO, Duration::plus);
    readings.put(COST, now(new Reading.Counter(cost.toMillis())));
    return new Observed(clock.nanos(), harness.cpuNanos(), readings, parts);
  }

  private Optional<Observed.At> ask(String name, Observer observer) throws InterruptedException {
    try {
      Reading reading = observer.read();
      if (failing.remove(name)) {
        warn("observer " + name + " can be read again");
      }
      return Optional.of(now(reading));
    } catch (ObservationException e) {
      if (failing.add(name)) {
        warn("observer " + name + " has a gap in its readings: " + e.getMessage());
      }
      return Optional.empty();
    }
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
    if (spec instanceof ObserverSpec.Part part) {
      return observer(part.observer(), providers, processNumbers);
    } else if (spec instanceof ObserverSpec.Pid pid) {
      return () -> ProcessCpu.of(pid.pid());
    } else if (spec instanceof ObserverSpec.PidFile file) {
      return () -> ProcessCpu.inFile(file.file());
    } else if (spec instanceof ObserverSpec.OwnProcess own) {
      long pid = processNumbers.get(own.process());
      return () -> ProcessCpu.of(pid);
    } else if (spec instanceof ObserverSpec.ControlGroup group) {
      return new GroupCpu(group.folder());
    } else if (spec instanceof ObserverSpec.Command command) {
      CommandReading reading = new CommandReading(command, new Shell());
      commands.add(reading);
      return reading;
    }
    return depth((ObserverSpec.QueueDepth) spec, providers);
  }

  /** How many messages wait in a queue, by the provider's own means. */
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
    return () -> {
      try {
        return new Reading.Value(way.depth(spec.queue()));
      } catch (JMSException e) {
        throw new ObservationException(
            "the depth of " + spec.queue() + ": " + provider.explain(e).line());
      }
    };
  }
}
