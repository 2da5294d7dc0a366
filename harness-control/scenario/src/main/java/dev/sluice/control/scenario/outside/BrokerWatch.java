package dev.sluice.control.scenario.outside;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Readout;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Asks a broker again and again, on a thread of its own, because an answer may take seconds. A
 * member that does not answer is a gap, which is told when it begins and when it is over. Any
 * thread.
 */
final class BrokerWatch implements AutoCloseable {

  /** A reading of a time is used until this many times as much has passed without another one. */
  private static final int TIMES_COVERED = 3;

  private record SeriesKey(String member, String subject, Measure measure) {}

  private final BrokerObserver observer;
  private final BrokerView view;
  private final NanoClock clock;
  private final Consumer<String> gapListener;
  private final Map<String, String> gaps = new HashMap<>(); // for its thread
  private final Map<SeriesKey, BrokerView.Reading> latest = new HashMap<>(); // likewise
  private volatile Map<String, Observed.At> totals = Map.of();
  private volatile boolean closed;
  private volatile Optional<Thread> thread = Optional.empty();

  // all guarded by this
  private final long startNanos;
  private Duration cpu = Duration.ZERO;
  private long elapsedNanos;
  private long calls;
  private long times;

  BrokerWatch(
      BrokerObserver observer, BrokerView view, NanoClock clock, Consumer<String> gapListener) {
    this.observer = observer;
    this.view = view;
    this.clock = clock;
    this.gapListener = gapListener;
    this.startNanos = clock.nanos();
  }

  /** From now on asks again and again. */
  void start(Consumer<Readout> sink) {
    thread = Optional.of(clock.start("observer " + observer.name(), () -> askAgainAndAgain(sink)));
  }

  private void askAgainAndAgain(Consumer<Readout> sink) {
    try {
      long dueNanos = clock.nanos();
      while (!closed) {
        sink.accept(ask());
        dueNanos = Math.max(dueNanos + observer.every().toNanos(), clock.nanos());
        clock.sleepUntil(dueNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // that is how it is ended
    }
  }

  /** Asks once. */
  Readout ask() throws InterruptedException {
    long beganNanos = clock.nanos();
    Readout readout;
    try {
      readout = view.ask();
    } catch (RuntimeException e) { // a reading ends no run
      readout = new Readout(List.of(), Map.of("", e.toString()), 0, Duration.ZERO);
    }
    synchronized (this) {
      elapsedNanos += clock.nanos() - beganNanos;
      cpu = cpu.plus(readout.cpu());
      calls += readout.calls();
      times++;
    }
    tellGaps(readout.gaps());
    keep(readout);
    return readout;
  }

  private void tellGaps(Map<String, String> now) {
    Set<String> members = new TreeSet<>(gaps.keySet());
    members.addAll(now.keySet());
    for (String member : members) {
      String what = (observer.name() + " " + member).strip();
      if (!now.containsKey(member)) {
        gapListener.accept("observer " + what + " can be read again");
      } else if (!now.get(member).equals(gaps.get(member))) {
        gapListener.accept("observer " + what + " has a gap in its readings: " + now.get(member));
      }
    }
    gaps.clear();
    gaps.putAll(now);
  }

  private void keep(Readout readout) {
    latest.values().removeIf(each -> isOver(each, clock.nanos()));
    readout
        .readings()
        .forEach(
            each -> latest.put(new SeriesKey(each.member(), each.subject(), each.measure()), each));
    Map<String, Observed.At> sums = new LinkedHashMap<>();
    for (Measure measure : observer.measures()) {
      List<BrokerView.Reading> readings =
          latest.values().stream().filter(each -> each.measure().equals(measure)).toList();
      if (!readings.isEmpty()) {
        double sum = readings.stream().mapToDouble(BrokerWatch::value).sum();
        boolean isMean = measure.aggregation() == Aggregation.LEVEL;
        sums.put(
            observer.column(measure),
            new Observed.At(
                readings.stream().mapToLong(BrokerView.Reading::nanos).max().orElseThrow(),
                new Reading.Value(isMean ? sum / readings.size() : sum, false)));
      }
    }
    totals = Map.copyOf(sums);
  }

  /** Of the moment it is replaced by what is answered next, and missing where nothing is. */
  private static boolean isOver(BrokerView.Reading reading, long nowNanos) {
    return reading.covered().isZero()
        || nowNanos - reading.nanos() > TIMES_COVERED * reading.covered().toNanos();
  }

  private static double value(BrokerView.Reading of) {
    return of.measure().aggregation() == Aggregation.COUNT && !of.covered().isZero()
        ? of.value() * NANOS_PER_SECOND / of.covered().toNanos()
        : of.value();
  }

  /** What was read last, over all members and subjects, by the name of its column. */
  Map<String, Observed.At> totals() {
    return totals;
  }

  /** Processor time of asking so far. */
  synchronized Duration cpu() {
    return cpu;
  }

  /** What asking has cost, one line. */
  synchronized String cost() {
    double seconds = (clock.nanos() - startNanos) / NANOS_PER_SECOND;
    return String.format(
        Locale.ROOT,
        "%s: %,d calls in %d times, %.2f ms/s of processor time, %.1f ms until all had answered",
        observer.name(),
        calls,
        times,
        cpu.toNanos() / 1e6 / seconds,
        times == 0 ? 0 : elapsedNanos / 1e6 / times);
  }

  @Override
  public void close() {
    closed = true;
    thread.ifPresent(Thread::interrupt);
    try {
      if (thread.isPresent()) {
        clock.join(thread.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // then it ends with the process
    }
    view.close();
  }
}
