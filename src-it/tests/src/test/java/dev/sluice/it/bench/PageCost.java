package dev.sluice.it.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What many live pages and a scrape each second cost a run: the highest unpaced rate, and the
 * processors of a paced run, with and without them in turns.
 */
final class PageCost {

  private static final int PAGES = 50;
  private static final String UNPACED = "--threads %d --rate 0";
  private static final String PACED = "--threads 180 --rate 115";
  private static final Pattern OWN_THREAD =
      Pattern.compile("http|sink-(LivePage|RunFeed|RunMetrics)");
  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler");
  private static final Pattern PAGE = Pattern.compile("page on (http\\S+)");

  private final Program program;
  private final int warmUpSeconds;
  private final int seconds;

  private PageCost(Program program, int warmUpSeconds, int seconds) {
    this.program = program;
    this.warmUpSeconds = warmUpSeconds;
    this.seconds = seconds;
  }

  /**
   * What one run came to.
   *
   * @param own processors kept busy by the threads that serve pages and scrapes
   * @param compiling those by the threads that compile, which is less the longer a run lasts
   * @param bytesPerSecond what all pages together got
   */
  private record Cost(
      double perSecond,
      double processors,
      double own,
      double compiling,
      double bytesPerSecond,
      int scrapes) {}

  /**
   * Measures and prints.
   *
   * @param args {@code unpaced} or {@code paced}; turns; seconds of the warm-up; seconds to measure
   *     for; the words that run the program
   */
  public static void main(String[] args) throws Exception {
    boolean paced = args[0].equals("paced");
    PageCost cost =
        new PageCost(
            new Program("sluice", List.of(args).subList(4, args.length)),
            Integer.parseInt(args[2]),
            Integer.parseInt(args[3]));
    String load = paced ? PACED : UNPACED.formatted(Runtime.getRuntime().availableProcessors());
    System.out.printf(Locale.ROOT, "send %s%n", load);
    List<Cost> off = new ArrayList<>();
    List<Cost> on = new ArrayList<>();
    int turns = Integer.parseInt(args[1]);
    for (int turn = 0; turn < 2 * turns; turn++) {
      boolean with = turn % 4 == 1 || turn % 4 == 2; // off, on, on, off: what drifts cancels out
      Cost came = cost.run(load, with);
      (with ? on : off).add(came);
      print(with ? "on " : "off", came);
    }
    double rateOff = off.stream().mapToDouble(Cost::perSecond).average().orElseThrow();
    double rateOn = on.stream().mapToDouble(Cost::perSecond).average().orElseThrow();
    double coresOff = off.stream().mapToDouble(Cost::processors).average().orElseThrow();
    double coresOn = on.stream().mapToDouble(Cost::processors).average().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%d pages and a scrape each second: rate %.2f %% lower, %.3f processors more, %.2f %% more"
            + " processor time per message%n",
        PAGES,
        100 * (1 - rateOn / rateOff),
        coresOn - coresOff,
        100 * (coresOn / rateOn / (coresOff / rateOff) - 1));
  }

  private static void print(String what, Cost cost) {
    System.out.printf(
        Locale.ROOT,
        "  %s %,14.0f/s %8.3f processors, of these %.4f for compiling and %.4f for pages,"
            + " which got %,.0f B/s, and %d"
            + " scrapes%n",
        what,
        cost.perSecond(),
        cost.processors(),
        cost.compiling(),
        cost.own(),
        cost.bytesPerSecond(),
        cost.scrapes());
  }

  private Cost run(String load, boolean pages) throws Exception {
    String line =
        "send --provider null --interval 1s --warmup %ds --duration %ds %s%s"
            .formatted(warmUpSeconds, warmUpSeconds + seconds, load, pages ? " --page 0" : "");
    StringBuilder printed = new StringBuilder();
    Map<String, Double> threads = new HashMap<>();
    double[] bytes = new double[1];
    int[] scrapes = new int[1];
    program.until(
        (process, output) -> {
          if (!pages) {
            Thread.sleep(warmUpSeconds * 1_000L);
            threads.putAll(processorsByThread(process.pid(), seconds - 2));
            printed.append(PrintedFigures.rest(output));
            return;
          }
          try (PageReaders readers = new PageReaders(page(output), PAGES)) {
            Thread.sleep(warmUpSeconds * 1_000L);
            long before = readers.bytes();
            long startNanos = System.nanoTime();
            threads.putAll(processorsByThread(process.pid(), seconds - 2));
            bytes[0] = (readers.bytes() - before) / ((System.nanoTime() - startNanos) / 1e9);
            printed.append(PrintedFigures.rest(output));
            scrapes[0] = readers.scrapes();
          }
        },
        line.split(" ", -1));
    PrintedFigures figures = new PrintedFigures(printed.toString());
    return new Cost(
        figures.perSecond(),
        figures.processors(),
        of(threads, OWN_THREAD),
        of(threads, COMPILER),
        bytes[0],
        scrapes[0]);
  }

  private static double of(Map<String, Double> threads, Pattern names) {
    return threads.entrySet().stream()
        .filter(each -> names.matcher(each.getKey()).lookingAt())
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** A thread of a process, and its processor time so far. */
  private record ThreadTime(String name, long nanos) {}

  /** All threads of a process, on Linux. */
  private static Map<Path, ThreadTime> threadTimes(long pid) throws IOException {
    Map<Path, ThreadTime> times = new HashMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", "" + pid, "task"))) {
      for (Path thread : threads.toList()) {
        try {
          String statistics = Files.readString(thread.resolve("schedstat"));
          times.put(
              thread,
              new ThreadTime(
                  Files.readString(thread.resolve("comm")),
                  Long.parseLong(statistics.substring(0, statistics.indexOf(' ')))));
        } catch (IOException e) {
          // it has ended meanwhile
        }
      }
    }
    return times;
  }

  /**
   * How many processors threads of each name kept busy for so many seconds, or until the run ended;
   * threads come and go.
   */
  private static Map<String, Double> processorsByThread(long pid, int seconds)
      throws IOException, InterruptedException {
    Map<String, Double> nanos = new HashMap<>();
    long startNanos = System.nanoTime();
    long lastNanos = startNanos;
    Map<Path, ThreadTime> before = threadTimes(pid);
    for (int i = 0; i < seconds; i++) {
      Thread.sleep(1_000);
      Map<Path, ThreadTime> now;
      try {
        now = threadTimes(pid);
      } catch (NoSuchFileException e) {
        break; // the run has ended
      }
      lastNanos = System.nanoTime();
      for (Map.Entry<Path, ThreadTime> each : now.entrySet()) {
        ThreadTime time = each.getValue();
        ThreadTime known = before.getOrDefault(each.getKey(), new ThreadTime("", 0));
        nanos.merge(time.name(), (double) (time.nanos() - known.nanos()), Double::sum);
      }
      before = now;
    }
    double elapsedNanos = Math.max(1, lastNanos - startNanos);
    nanos.replaceAll((name, busy) -> busy / elapsedNanos);
    return nanos;
  }

  private static URI page(BufferedReader output) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = PAGE.matcher(line);
      if (matcher.find()) {
        return URI.create(matcher.group(1));
      }
    }
    throw new IOException("the run has no page");
  }
}
