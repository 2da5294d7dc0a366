package dev.sluice.it.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
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
 * processors of a paced run, with and without them in turns. All turns are of one run: two JVMs
 * compile the same loop differently enough to differ by a tenth.
 */
final class PageCost {

  private static final int PAGES = 50;
  private static final String UNPACED = "--threads %d --rate 0";
  private static final String PACED = "--threads 180 --rate 115";
  private static final int SETTLING_SECONDS = 2;
  private static final Pattern OWN_THREAD =
      Pattern.compile("http|sink-(LivePage|RunFeed|RunMetrics)");
  private static final Pattern COMPILER = Pattern.compile("C[12] Compiler");
  private static final Pattern PAGE = Pattern.compile("page on (http\\S+)");
  private static final Pattern INTERVAL =
      Pattern.compile("[0-9:]{8} \\S+ +senders +\\S+ +([0-9,.]+) .*");

  private final ProcessHandle process;
  private final BufferedReader output;
  private final int seconds;

  private PageCost(ProcessHandle process, BufferedReader output, int seconds) {
    this.process = process;
    this.output = output;
    this.seconds = seconds;
  }

  /**
   * What one turn came to.
   *
   * @param processors that the program kept busy
   * @param own those by the threads that serve pages and scrapes
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
   * @param args {@code unpaced} or {@code paced}; turns; seconds of the warm-up, with pages;
   *     seconds of a turn; the words that run the program
   */
  public static void main(String[] args) throws Exception {
    boolean paced = args[0].equals("paced");
    int turns = Integer.parseInt(args[1]);
    int warmUpSeconds = Integer.parseInt(args[2]);
    int seconds = Integer.parseInt(args[3]);
    String load = paced ? PACED : UNPACED.formatted(Runtime.getRuntime().availableProcessors());
    System.out.printf(Locale.ROOT, "send %s%n", load);
    int duration = warmUpSeconds + 2 * turns * (SETTLING_SECONDS + seconds) + SETTLING_SECONDS;
    String line =
        "send --provider null --interval 1s --duration %ds %s --page 0".formatted(duration, load);
    new Program("sluice", List.of(args).subList(4, args.length))
        .until(
            (process, output) ->
                new PageCost(process, output, seconds).inTurns(turns, warmUpSeconds),
            line.split(" ", -1));
  }

  private void inTurns(int turns, int warmUpSeconds) throws IOException {
    URI page = page();
    PageReaders warmUp = new PageReaders(page, PAGES);
    rateOver(warmUpSeconds);
    warmUp.close();
    List<Cost> off = new ArrayList<>();
    List<Cost> on = new ArrayList<>();
    for (int turn = 0; turn < 2 * turns; turn++) {
      boolean with = turn % 4 == 1 || turn % 4 == 2; // off, on, on, off: what drifts cancels out
      Cost cost = with ? withPages(page) : measured();
      (with ? on : off).add(cost);
      print(with ? "on " : "off", cost);
    }
    double rateOff = off.stream().mapToDouble(Cost::perSecond).average().orElseThrow();
    double rateOn = on.stream().mapToDouble(Cost::perSecond).average().orElseThrow();
    double coresOff = off.stream().mapToDouble(Cost::processors).average().orElseThrow();
    double coresOn = on.stream().mapToDouble(Cost::processors).average().orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%d pages and a scrape each second: rate %+.2f %%, processors %+.3f,"
            + " processor time per message %+.2f %%%n",
        PAGES,
        100 * (rateOn / rateOff - 1),
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

  private Cost withPages(URI page) throws IOException {
    try (PageReaders readers = new PageReaders(page, PAGES)) {
      rateOver(SETTLING_SECONDS);
      long bytesBefore = readers.bytes();
      int scrapesBefore = readers.scrapes();
      Cost cost = measuredNow();
      return new Cost(
          cost.perSecond(),
          cost.processors(),
          cost.own(),
          cost.compiling(),
          (double) (readers.bytes() - bytesBefore) / seconds,
          readers.scrapes() - scrapesBefore);
    }
  }

  private Cost measured() throws IOException {
    rateOver(SETTLING_SECONDS);
    return measuredNow();
  }

  private Cost measuredNow() throws IOException {
    Map<Path, ThreadTime> before = threadTimes();
    long startNanos = System.nanoTime();
    double perSecond = rateOver(seconds);
    double elapsedNanos = System.nanoTime() - startNanos;
    Map<String, Double> threads = new HashMap<>();
    threadTimes()
        .forEach(
            (thread, time) -> {
              long known = before.containsKey(thread) ? before.get(thread).nanos() : 0;
              threads.merge(time.name(), (time.nanos() - known) / elapsedNanos, Double::sum);
            });
    return new Cost(
        perSecond,
        of(threads, Pattern.compile("")),
        of(threads, OWN_THREAD),
        of(threads, COMPILER),
        0,
        0);
  }

  /** Reads as many lines of intervals, which are one second each. */
  private double rateOver(int intervals) throws IOException {
    double sum = 0;
    for (int read = 0; read < intervals; ) {
      Matcher matcher = INTERVAL.matcher(line());
      if (matcher.matches()) {
        sum += Double.parseDouble(matcher.group(1).replace(",", ""));
        read++;
      }
    }
    return sum / intervals;
  }

  private String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("the run has ended");
    }
    return line;
  }

  private static double of(Map<String, Double> threads, Pattern names) {
    return threads.entrySet().stream()
        .filter(each -> names.matcher(each.getKey()).lookingAt())
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** A thread of a process, and its processor time so far. */
  private record ThreadTime(String name, long nanos) {}

  /** All threads of the process that have not ended, on Linux. */
  private Map<Path, ThreadTime> threadTimes() throws IOException {
    Map<Path, ThreadTime> times = new HashMap<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
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

  private URI page() throws IOException {
    Matcher matcher = PAGE.matcher(line());
    while (!matcher.find()) {
      matcher = PAGE.matcher(line());
    }
    return URI.create(matcher.group(1));
  }
}
