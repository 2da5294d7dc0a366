package dev.sluice.control.scenario.outside;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.text.ForeignText;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import jakarta.jms.JMSException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
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

  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  /** Hours of readings a second; a mean over a longer window is that of its last readings. */
  private static final int MAX_KEPT = 20_000;

  private final List<Observer> observers;
  private final Map<String, Long> processNumbers;
  private final Map<String, JmsProvider> providers;
  private final CpuMeter cpuMeter;
  private final NanoClock clock;
  private final Shell shell = new Shell();
  private final Map<String, QueueDepths> depths = new HashMap<>(); // by provider
  private final Map<String, String> parts = new HashMap<>();
  private final Set<String> failing = new HashSet<>(); // guarded by this
  private final Map<Observer, Asked> asked = new HashMap<>(); // guarded by this
  private final Map<String, BrokerWatch> brokers = new ConcurrentSkipListMap<>(); // by name
  private Duration cost = Duration.ZERO; // guarded by this
  private volatile Consumer<String> listener = gap -> LOG.warn("{}", gap);
  private final Deque<Observed> kept = new ArrayDeque<>(); // guarded by itself
  private volatile boolean closed;
  private volatile Optional<Thread> thread = Optional.empty();

  /**
   * @param observers what to observe
   * @param providers by name
   * @param processNumbers numbers of the scenario's processes, by name
   * @throws ConfigurationException if a provider does not tell depths
   */
  public Observers(
      List<Observer> observers,
      Map<String, JmsProvider> providers,
      Map<String, Long> processNumbers,
      CpuMeter cpuMeter,
      NanoClock clock) {
    this.observers = List.copyOf(observers);
    this.providers = providers;
    this.processNumbers = processNumbers;
    this.cpuMeter = cpuMeter;
    this.clock = clock;
    for (Observer each : observers) {
      if (each.source() instanceof Observer.QueueDepth depth) {
        depths.computeIfAbsent(depth.provider(), name -> depths(each.name(), providers.get(name)));
      }
      if (!each.partOf().isEmpty()) {
        parts.put(each.name(), each.partOf());
      }
      if (each.includesHarness()) {
        parts.put(Observed.HARNESS, each.name());
      }
    }
  }

  private static QueueDepths depths(String observer, JmsProvider provider) {
    return provider
        .queueDepths()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "observer %s: provider %s cannot read the depth of a queue; use a command instead"
                        .formatted(observer, provider.name())));
  }

  /**
   * From now on asks brokers, too, each on a thread of its own.
   *
   * @param answers gets what they answer
   * @throws ConfigurationException if a provider has no view of its broker
   */
  public void watch(
      List<BrokerObserver> more, BiConsumer<BrokerObserver, BrokerView.Readout> answers) {
    for (BrokerObserver each : more) {
      BrokerWatch watch = new BrokerWatch(each, each.opening().apply(providers), clock, this::warn);
      brokers.put(each.name(), watch);
      watch.start(readout -> answers.accept(each, readout));
    }
  }

  /** When one was asked last, and its answer, if it gave one. */
  private record Asked(long nanos, Optional<Observed.At> answer) {}

  /** From now on tells somebody else than the log when a gap begins and when it is over. */
  public void tellOfGaps(Consumer<String> listener) {
    this.listener = listener;
  }

  /**
   * From now on reads again and again, on a thread of its own, and keeps the last readings.
   *
   * @param every the time between readings
   * @param sink gets each reading, after the one before it
   */
  public void start(Duration every, BiConsumer<Observed, Observed> sink) {
    thread = Optional.of(NanoClock.SYSTEM.start("observers", () -> readAgainAndAgain(every, sink)));
  }

  private void readAgainAndAgain(Duration every, BiConsumer<Observed, Observed> sink) {
    try {
      Observed last = read();
      while (!closed) {
        Thread.sleep(every.toMillis());
        Observed now = readDue();
        keep(now);
        sink.accept(last, now);
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // that is how it is ended
    }
  }

  private void keep(Observed now) {
    synchronized (kept) {
      if (kept.size() == MAX_KEPT) {
        kept.removeFirst();
      }
      kept.add(now);
    }
  }

  /** The readings kept of a window of time, in their order. Waits for no reading. */
  public List<Observed> between(long fromNanos, long toNanos) {
    synchronized (kept) {
      return kept.stream()
          .filter(each -> each.nanos() >= fromNanos && each.nanos() <= toNanos)
          .toList();
    }
  }

  /** Reads everything once. */
  public Observed read() throws InterruptedException {
    return read(spec -> true);
  }

  /** Reads what it is time for; of the others it has the last reading, as old as that is. */
  public Observed readDue() throws InterruptedException {
    return read(
        each -> {
          Asked last = asked.get(each);
          return last == null || clock.nanos() - last.nanos() >= each.every().toNanos();
        });
  }

  private synchronized Observed read(Predicate<Observer> due) throws InterruptedException {
    Map<String, Observed.At> readings = new HashMap<>();
    harness().forEach((name, value) -> readings.put(name, now(new Reading.Value(value))));
    for (Observer each : observers) {
      if (due.test(each)) {
        asked.put(each, new Asked(clock.nanos(), ask(each)));
      }
      asked.get(each).answer().ifPresent(answer -> readings.put(each.name(), answer));
    }
    brokers.values().forEach(watch -> readings.putAll(watch.totals()));
    long costMillis =
        brokers.values().stream().map(BrokerWatch::cpu).reduce(cost, Duration::plus).toMillis();
    readings.put(COST, now(new Reading.Counter(costMillis)));
    return new Observed(clock.nanos(), cpuMeter.cpuNanos(), readings, parts);
  }

  /** Heap in use, time spent in garbage collection so far, open files where that is known. */
  private static Map<String, Double> harness() {
    Map<String, Double> use = new HashMap<>();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    use.put("harness heap MiB", heap / BYTES_PER_MEBIBYTE);
    use.put(
        "harness GC ms",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToDouble(GarbageCollectorMXBean::getCollectionTime)
            .sum());
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      use.put("harness files", (double) unix.getOpenFileDescriptorCount());
    }
    return use;
  }

  private Optional<Observed.At> ask(Observer observer) throws InterruptedException {
    String name = observer.name();
    try {
      Reading reading = observer.source().read(this);
      if (failing.remove(name)) {
        warn("observer " + name + " can be read again");
      }
      return Optional.of(now(reading));
    } catch (StepFailedException | RuntimeException e) { // a reading ends no run
      if (failing.add(name)) {
        warn("observer " + name + " has a gap in its readings: " + e.getMessage());
      }
      return Optional.empty();
    }
  }

  /** Runs an observer's command, and counts what it costs on this host. */
  synchronized Shell.Written run(ShellCommand command, Duration timeout)
      throws StepFailedException, InterruptedException {
    Shell.Written written = shell.run(command, timeout);
    cost = cost.plus(written.cpu());
    return written;
  }

  /** The number of a process of the scenario. */
  long pid(String process) {
    return processNumbers.get(process);
  }

  long depth(Observer.QueueDepth of) throws StepFailedException {
    try {
      return depths.get(of.provider()).depth(of.queue());
    } catch (JMSException e) {
      throw new StepFailedException(
          "the depth of %s: %s"
              .formatted(of.queue(), providers.get(of.provider()).explain(e).line()));
    }
  }

  private void warn(String gap) {
    listener.accept(ForeignText.printable(gap)); // a command's own errors may be in it
  }

  /** What asking brokers has cost, a line for each. */
  public List<String> costs() {
    return brokers.values().stream().map(BrokerWatch::cost).toList();
  }

  private Observed.At now(Reading reading) {
    return new Observed.At(clock.nanos(), reading);
  }

  @Override
  public void close() {
    closed = true; // an interrupt alone may be used up by a library that is being asked
    thread.ifPresent(Thread::interrupt);
    try {
      if (thread.isPresent()) {
        thread.get().join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then it ends with the process
    }
    depths.values().forEach(QueueDepths::close);
    brokers.values().forEach(BrokerWatch::close);
  }
}
