package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_MICRO;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkerReading.ServiceTimes;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the lines of an older tool's statistics: the text of the format with its figures. Called
 * by one thread at a time, in the order of the run.
 */
final class StatisticsLines {

  private static final Pattern FIGURE = Pattern.compile("<([a-z ]+)>");
  private static final String LATENCIES =
      "avg_latency(uSec)=<mean>,max_latency(uSec)=<maximum>,min_latency(uSec)=<minimum>";

  private final ReportSettings settings;
  private final LongSupplier usedHeapBytes;
  private final DateTimeFormatter clock;
  private final Window window;
  private int mostThreads;
  private boolean intervals; // whether there was one
  private boolean collecting;

  /**
   * @param zone the zone in which times of day are shown
   * @param usedHeapBytes reads the heap in use
   */
  StatisticsLines(ReportSettings settings, ZoneId zone, LongSupplier usedHeapBytes) {
    this.settings = settings;
    this.usedHeapBytes = usedHeapBytes;
    this.clock = DateTimeFormatter.ofPattern("yyyy/MM/dd,HH:mm:ss", Locale.ROOT).withZone(zone);
    this.window = new Window(settings.window().toNanos());
  }

  /** Takes note of an interval; each is told, also when none is printed. */
  void add(RunFigures interval) {
    mostThreads = Math.max(mostThreads, interval.measures().end().workersUp());
    if (settings.format() == ReportFormat.ROLLING) {
      window.add(interval);
    }
  }

  /** The line of an interval, of which {@link #add} has been told. */
  String interval(RunFigures interval) {
    return filled(settings.format().interval, interval);
  }

  /** The answer to a script that asks for the statistics. */
  String report(RunFigures interval) {
    return settings.format() == ReportFormat.FILE ? "unsupported" : interval(interval);
  }

  /** The lines at the end. */
  List<String> summary(RunFigures run) {
    return List.of(filled(settings.format().summary, run).split("\n", -1));
  }

  private String filled(String text, RunFigures from) {
    return FIGURE
        .matcher(text)
        .replaceAll(name -> Matcher.quoteReplacement(figure(name.group(1), from)));
  }

  private String figure(String name, RunFigures of) {
    Latency service = of.measures().service();
    DeliveryCounts delivery = of.measures().end().delivery().orElse(DeliveryCounts.NONE);
    long unchecked = delivery.get(DeliveryFigure.UNCHECKED);
    return switch (name) {
      case "id" -> of.runId().isEmpty() ? "" : "id=" + of.runId() + ",";
      case "date" -> clock.format(of.ended());
      case "memory" -> settings.memory() ? "memory=" + usedHeapBytes.getAsLong() + ".00," : "";
      case "threads" -> Integer.toString(of.measures().end().workersUp());
      case "most threads" -> Integer.toString(mostThreads);
      case "iterations" -> Long.toString(of.iterations());
      case "seconds" -> decimals(of.seconds());
      case "period" -> Long.toString(Math.round(of.seconds()));
      case "rate" -> decimals(of.rate());
      case "worker seconds" -> decimals(of.meanWorkerSeconds());
      case "worker rates" -> decimals(of.sumOfWorkerRates());
      case "average" -> decimals(window.perSecond());
      case "highest" -> decimals(window.highest);
      case "begin" -> begin(of.warmup());
      case "workers" -> byWorker(of, " (", "", ") ", each -> each.iterations() + "\t");
      case "service times" ->
          byWorker(of, " (", "", ") ", each -> each.iterations() + mean(each.service()) + "\t");
      case "counts" -> byWorker(of, ",IndThreads", "", "", each -> "," + each.iterations());
      case "total by worker" ->
          byWorker(
              of,
              "\nTotal msgs per thread                ",
              " , ",
              "\n",
              each -> "" + each.iterations());
      case "response" -> service.isEmpty() ? "" : "=" + micros(service.meanNanos());
      case "mean" -> micros(service.isEmpty() ? 0 : service.meanNanos());
      case "maximum" -> micros((double) service.maxNanos());
      case "minimum" -> micros(service.isEmpty() ? 0 : (double) service.minNanos());
      case "latencies" -> settings.latency() ? "," + filled(LATENCIES, of) : "";
      case "line of latencies" -> settings.latency() ? "\n" + filled(LATENCIES, of) : "";
      case "table" -> ResponseTimeTable.of(of);
      case "lost" -> Long.toString(delivery.lost());
      case "disordered" -> decimals((double) delivery.get(DeliveryFigure.OUT_OF_ORDER));
      case "duplicates" -> Long.toString(delivery.get(DeliveryFigure.DUPLICATES));
      case "corrupt" -> Long.toString(delivery.get(DeliveryFigure.CORRUPT) + unchecked);
      case "checked" -> Long.toString(delivery.get(DeliveryFigure.CHECKED) + unchecked);
      case "destination" -> settings.about().get(0);
      case "size" -> settings.about().get(1);
      case "transacted" -> isTrue(settings.about().get(2));
      case "persistent" -> isTrue(settings.about().get(3));
      case "correlated" -> isTrue(settings.about().get(4));
      default -> throw new IllegalStateException("no figure: " + name);
    };
  }

  static String decimals(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  static String micros(double nanos) {
    return Long.toString(Math.round(nanos / NANOS_PER_MICRO));
  }

  private static String mean(ServiceTimes service) {
    return service.count() == 0 ? "" : "," + micros(service.meanNanos()) + "(micros)";
  }

  /** Says once from when on intervals count. */
  private String begin(boolean warmup) {
    String line =
        collecting || warmup
            ? ""
            : intervals
                ? "Warmup period ended; Message rate data collection starts\n"
                : "Collecting message rate data from beginning of run\n";
    intervals = true;
    collecting |= !warmup;
    return line;
  }

  /** Something of each worker, if workers are shown. */
  private String byWorker(
      RunFigures of,
      String before,
      String between,
      String behind,
      Function<WorkerReading, String> text) {
    return settings.perWorker()
        ? of.measures().perWorker().stream()
            .map(text)
            .collect(Collectors.joining(between, before, behind))
        : "";
  }

  private static String isTrue(String text) {
    return Boolean.toString(Boolean.parseBoolean(text));
  }

  /**
   * The last intervals that make up a length of time, and the highest rate over such. A run that is
   * shorter is one window.
   */
  private static final class Window {

    private final long lengthNanos;
    private final Deque<RunFigures> intervals = new ArrayDeque<>();
    private double highest;
    private boolean full;
    private boolean warmup;

    Window(long lengthNanos) {
      this.lengthNanos = lengthNanos;
    }

    void add(RunFigures interval) {
      if (warmup && !interval.warmup()) {
        intervals.clear();
        highest = 0;
        full = false;
      }
      warmup = interval.warmup();
      intervals.add(interval);
      while (nanos() - intervals.getFirst().nanos() >= lengthNanos) {
        intervals.removeFirst();
      }
      if (nanos() >= lengthNanos) {
        highest = full ? Math.max(highest, perSecond()) : perSecond();
        full = true;
      } else if (!full) {
        highest = perSecond();
      }
    }

    double perSecond() {
      return nanos() == 0
          ? 0
          : intervals.stream().mapToLong(RunFigures::iterations).sum() * 1e9 / nanos();
    }

    private long nanos() {
      return intervals.stream().mapToLong(RunFigures::nanos).sum();
    }
  }
}
