import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Holds what a run of senders printed, and what it wrote down of each message, against the stamps
 * of the witness. No dependency.
 *
 * <pre>
 * java Validate.java run PROTOCOL RATE LOAD STAMPS RUN_FOLDER RESULTS
 *     adds a row to RESULTS
 * java Validate.java intervals PROTOCOL RATE LOAD STAMPS RESULTS RUN_FOLDER...
 *     adds a row for each figure of each run to RESULTS
 * java Validate.java report RESULTS SVG     the tables of 'run' as Markdown, and the plot
 * java Validate.java shares RESULTS         the share of intervals that hold the truth, as Markdown
 * java Validate.java wire STAMPS            rate, p50, p99 and maximum (ms) of the time from put to answer
 * </pre>
 *
 * <p>A folder of a run holds history.csv too, which 'sluice check FOLDER --csv' printed.
 *
 * <p>A message was put when its last byte passed the witness, and answered when the last byte of the
 * broker's answer did. Both clocks are the host's steady one. The k-th put of a connection is the
 * k-th send of its worker; a connection belongs to the worker whose sends contain its messages.
 */
final class Validate {

  private static final String[] PERCENTILES = {"p50", "p99", "p99.9"};
  private static final double[] SHARES = {0.5, 0.99, 0.999};

  private Validate() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 7 && args[0].equals("run")) {
      Map<String, String> row = labels(args);
      validate(Path.of(args[4]), Path.of(args[5]), row);
      append(Path.of(args[6]), row);
    } else if (args.length > 6 && args[0].equals("intervals")) {
      List<Path> runs = Arrays.stream(args).skip(6).map(Path::of).toList();
      for (Map<String, String> row : Intervals.of(labels(args), Path.of(args[4]), runs)) {
        append(Path.of(args[5]), row);
      }
    } else if (args.length == 2 && args[0].equals("shares")) {
      Intervals.print(rows(Path.of(args[1])));
    } else if (args.length == 2 && args[0].equals("wire")) {
      wire(Path.of(args[1]));
    } else if (args.length == 3 && args[0].equals("report")) {
      Report.print(Path.of(args[1]), Path.of(args[2]));
    } else {
      System.err.println("usage: java Validate.java run|report ... (see the source)");
      System.exit(2);
    }
  }

  private static Map<String, String> labels(String[] args) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put("protocol", args[1]);
    row.put("rate", args[2]);
    row.put("load", args[3]);
    return row;
  }

  private static List<Map<String, String>> rows(Path file) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    String[] names = lines.get(0).split(",", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < names.length; i++) {
        row.put(names[i], fields[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  private static void append(Path file, Map<String, String> row) throws IOException {
    if (!Files.exists(file)) {
      Files.writeString(file, String.join(",", row.keySet()) + "\n");
    }
    Files.writeString(file, String.join(",", row.values()) + "\n", StandardOpenOption.APPEND);
    row.forEach((name, value) -> System.out.print(name + "=" + value + " "));
    System.out.println();
  }

  // ---------------------------------------------------------------- the two accounts

  /** A message on the wire, by the steady clock. */
  record OnWire(long put, long answered) {}

  /** A message by the harness, by the steady clock. Without a schedule, it is due when it starts. */
  record Sent(long due, long start, long end) {}

  /** A message by both. */
  record Both(Sent sent, OnWire wire) {

    /** The harness says that it began before it was seen, and ended after its answer was. */
    boolean agree() {
      return sent.start <= wire.put && wire.answered <= sent.end;
    }
  }

  private static void validate(Path stamps, Path folder, Map<String, String> row)
      throws IOException {
    String json = json(folder);
    List<Both> all = matched(sentByWorker(List.of(folder)), wireByConnection(stamps), row);
    long[] window = window(folder, json, offset(stamps));
    List<Both> measured = all.stream().filter(m -> within(m.sent.end, window)).toList();
    row.put("measured", Integer.toString(measured.size()));
    row.put("disagree", Long.toString(all.stream().filter(m -> !m.agree()).count()));
    row.put("printed_per_s", number(json, "achievedPerSecond"));
    row.put("wire_per_s", text(answeredPerSecond(all, window)));
    boolean due = !row.get("rate").equals("0");
    List<Both> scheduled = due ? measured : List.of();
    compare(row, "latency", json, scheduled, m -> m.wire.answered - m.sent.due, m -> m.sent.end - m.sent.due);
    compare(row, "service", json, measured, m -> m.wire.answered - m.wire.put, m -> m.sent.end - m.sent.start);
    quantiles(row, "before_put", measured, m -> m.wire.put - m.sent.start);
    quantiles(row, "after_answer", measured, m -> m.sent.end - m.wire.answered);
  }

  private static double answeredPerSecond(List<Both> all, long[] window) {
    long answered = all.stream().filter(m -> within(m.wire.answered, window)).count();
    return answered / ((window[1] - window[0]) / 1e9);
  }

  /** Clients that have many puts confirmed at once give no time for each. */
  private static void wire(Path stamps) throws IOException {
    List<Both> all = new ArrayList<>();
    wireByConnection(stamps).values().forEach(some -> some.forEach(m -> all.add(new Both(null, m))));
    ByteBuffer records = ByteBuffer.wrap(Files.readAllBytes(stamps));
    long first = Long.MAX_VALUE;
    long last = 0;
    int puts = 0;
    for (int at = HEAD; at + RECORD <= records.limit(); at += RECORD) {
      if (records.get(at + RECORD - 1) == 'p') {
        puts++;
        first = Math.min(first, records.getLong(at));
        last = Math.max(last, records.getLong(at));
      }
    }
    StringBuilder line = new StringBuilder("wire put to answer,");
    if (puts > 1) {
      line.append(String.format(Locale.ROOT, "%.1f", 1e9 * (puts - 1) / (last - first)));
    }
    for (double share : new double[] {0.5, 0.99, 1}) {
      double nanos = quantile(all, m -> m.wire.answered - m.wire.put, share);
      line.append(all.size() < 0.9 * puts ? "," : String.format(Locale.ROOT, ",%.1f", nanos / 1e6));
    }
    System.out.println(line);
  }

  /** What was printed, what it would have been with the times of the wire, and by the history. */
  private static void compare(
      Map<String, String> row,
      String kind,
      String json,
      List<Both> messages,
      ToDoubleFunction<Both> wire,
      ToDoubleFunction<Both> history) {
    String part = messages.isEmpty() ? "" : part(json, kind);
    for (int i = 0; i < SHARES.length; i++) {
      String name = kind + "_" + PERCENTILES[i];
      row.put(name + "_printed_ms", part.isEmpty() ? "" : number(part, PERCENTILES[i]));
      row.put(name + "_wire_ms", text(quantile(messages, wire, SHARES[i]) / 1e6));
      row.put(name + "_history_ms", text(quantile(messages, history, SHARES[i]) / 1e6));
    }
  }

  private static void quantiles(
      Map<String, String> row, String name, List<Both> messages, ToDoubleFunction<Both> value) {
    for (int i = 0; i < 2; i++) {
      row.put(
          name + "_" + PERCENTILES[i] + "_ms",
          text(quantile(messages, value, SHARES[i]) / 1e6));
    }
  }

  private static String json(Path folder) throws IOException {
    return Files.readString(folder.resolve("run.json"), StandardCharsets.UTF_8);
  }

  private static String part(String json, String kind) {
    int block = json.indexOf("\"" + kind + "\"", json.indexOf("\"latencyMillis\""));
    return block < 0 ? "" : json.substring(block, json.indexOf('}', block));
  }

  private static double quantile(
      List<Both> messages, ToDoubleFunction<Both> value, double share) {
    double[] sorted = messages.stream().mapToDouble(value).sorted().toArray();
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }

  private static String text(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static String number(String json, String name) {
    Matcher found =
        Pattern.compile("\"" + Pattern.quote(name) + "\": *([-0-9.eE+]+)").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  /**
   * The measured part of the run, by the steady clock. The times of rows are of when they were
   * written, which is later on a busy host; so it counts from the start.
   */
  private static long[] window(Path folder, String json, long offset) throws IOException {
    Matcher started = Pattern.compile("\"started\": *\"([^\"]+)\"").matcher(json);
    if (!started.find()) {
      throw new IllegalStateException(folder + " says of no start");
    }
    Instant begin = Instant.parse(started.group(1));
    long start = begin.getEpochSecond() * 1_000_000_000L + begin.getNano() - offset;
    List<String> lines = Files.readAllLines(folder.resolve("intervals.csv"));
    List<String> names = List.of(lines.get(0).split(",", -1));
    double from = Double.MAX_VALUE;
    double to = 0;
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      if (fields[names.indexOf("warmup")].equals("false")) {
        double end = Double.parseDouble(fields[names.indexOf("since_start_s")]);
        from = Math.min(from, end - Double.parseDouble(fields[names.indexOf("length_s")]));
        to = Math.max(to, end);
      }
    }
    return new long[] {start + (long) (from * 1e9), start + (long) (to * 1e9)};
  }

  private static boolean within(long nanos, long[] window) {
    return nanos >= window[0] && nanos < window[1];
  }

  private static Map<String, List<Sent>> sentByWorker(List<Path> folders) throws IOException {
    Map<String, List<Sent>> sent = new TreeMap<>();
    for (Path folder : folders) {
      List<String> lines = Files.readAllLines(folder.resolve("history.csv"));
      List<String> names = List.of(lines.get(0).split(",", -1));
      for (String line : lines.subList(1, lines.size())) {
        String[] fields = line.split(",", -1);
        if (fields[names.indexOf("what")].startsWith("sent")) {
          long start = Long.parseLong(fields[names.indexOf("start_ns")]);
          String due = fields[names.indexOf("due_ns")];
          String end = fields[names.indexOf("end_ns")];
          sent.computeIfAbsent(
                  folder + " " + fields[names.indexOf("worker")], worker -> new ArrayList<>())
              .add(
                  new Sent(
                      due.isEmpty() ? start : Long.parseLong(due),
                      start,
                      end.isEmpty() ? Long.MAX_VALUE : Long.parseLong(end)));
        }
      }
    }
    return sent;
  }

  private static final int HEAD = 64;
  private static final int RECORD = 32;

  private static String head(Path stamps) throws IOException {
    try (InputStream file = Files.newInputStream(stamps)) {
      return new String(file.readNBytes(HEAD), StandardCharsets.US_ASCII).trim();
    }
  }

  /** Of the witness's times to the steady clock's. */
  private static long offset(Path stamps) throws IOException {
    String head = head(stamps);
    return Long.parseLong(head.substring(head.lastIndexOf(' ') + 1));
  }

  /** Puts and their answers, in their order; what the broker answers to nobody is left out. */
  private static Map<String, List<OnWire>> wireByConnection(Path stamps) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(stamps));
    String head = head(stamps);
    long offset = offset(stamps);
    int count = (bytes.limit() - HEAD) / RECORD;
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> HEAD + i * RECORD);
    Arrays.sort(order, Comparator.comparingLong(bytes::getLong));
    Map<String, List<OnWire>> wire = new TreeMap<>();
    Map<String, Deque<Long>> waiting = new HashMap<>();
    for (int at : order) {
      char kind = (char) bytes.get(at + 31);
      String channel = bytes.getShort(at + 28) + "/" + bytes.getInt(at + 24);
      Deque<Long> puts = waiting.computeIfAbsent(channel, any -> new ArrayDeque<>());
      if (kind == '?') {
        throw new IllegalStateException("the witness did not understand " + channel);
      } else if (kind == 'p') {
        puts.add(bytes.getLong(at) - offset);
      } else if (kind == 'a') {
        boolean several = head.contains(" amqp "); // one disposition may settle several
        int answers = several ? bytes.getInt(at + 20) : 1;
        for (int i = 0; i < answers && !puts.isEmpty(); i++) {
          wire.computeIfAbsent(channel, any -> new ArrayList<>())
              .add(new OnWire(puts.remove(), bytes.getLong(at) - offset));
        }
      }
    }
    return wire;
  }

  private static List<Both> matched(
      Map<String, List<Sent>> sent, Map<String, List<OnWire>> wire, Map<String, String> row) {
    int unmatched = 0;
    List<Both> all = new ArrayList<>();
    Map<String, List<OnWire>> free = new TreeMap<>(wire);
    for (List<Sent> worker : sent.values()) {
      List<Both> best = List.of();
      String taken = null;
      long fewest = Long.MAX_VALUE;
      for (Map.Entry<String, List<OnWire>> connection : free.entrySet()) {
        List<Both> pairs = new ArrayList<>();
        for (int i = 0; i < Math.min(worker.size(), connection.getValue().size()); i++) {
          pairs.add(new Both(worker.get(i), connection.getValue().get(i)));
        }
        long disagree =
            Math.abs(worker.size() - connection.getValue().size())
                + pairs.stream().filter(m -> !m.agree()).count();
        if (disagree < fewest) {
          fewest = disagree;
          best = pairs;
          taken = connection.getKey();
        }
      }
      unmatched += worker.size() - best.size();
      if (taken != null) {
        unmatched += Math.max(0, free.remove(taken).size() - best.size());
      }
      all.addAll(best);
    }
    unmatched += free.values().stream().mapToInt(List::size).sum();
    row.put("messages", Integer.toString(all.size()));
    row.put("unmatched", Integer.toString(unmatched));
    return all;
  }

  // ---------------------------------------------------------------- printed intervals

  /** Whether the intervals that runs printed hold the truth. Runs are one after the other. */
  static final class Intervals {

    private static final double NORMAL_95 = 1.959964;

    /** A figure by the wire alone, and what the client adds between harness and wire. */
    private record Figure(
        String name, ToDoubleFunction<Both> wire, ToDoubleFunction<Both> whole, double share) {

      /** The mean, or a percentile; in milliseconds. */
      double of(List<Both> messages, ToDoubleFunction<Both> value) {
        return (share == 0
                ? messages.stream().mapToDouble(value).average().orElse(Double.NaN)
                : quantile(messages, value, share))
            / 1e6;
      }

      /** The median of what the client adds to a message; for a mean, the mean. */
      double client(List<Both> messages) {
        ToDoubleFunction<Both> added = m -> whole.applyAsDouble(m) - wire.applyAsDouble(m);
        return new Figure(name, wire, whole, Math.min(share, 0.5)).of(messages, added);
      }
    }

    private static List<Figure> figures() {
      List<Figure> figures = new ArrayList<>();
      for (double share : new double[] {0, 0.5, 0.99}) {
        String word = share == 0 ? "mean" : share == 0.5 ? "p50" : "p99";
        figures.add(
            new Figure(
                "service " + word,
                m -> m.wire.answered - m.wire.put,
                m -> m.sent.end - m.sent.start,
                share));
        figures.add(
            new Figure(
                "latency " + word,
                m -> m.wire.answered - m.sent.due,
                m -> m.sent.end - m.sent.due,
                share));
      }
      return figures;
    }

    /**
     * One row for each figure of each run: what it printed, and the truth by the wire of the same
     * run, by the wire of all runs (both with what the client adds), and by the histories of all.
     */
    static List<Map<String, String>> of(Map<String, String> labels, Path stamps, List<Path> folders)
        throws IOException {
      List<Both> all =
          matched(sentByWorker(folders), wireByConnection(stamps), new LinkedHashMap<>());
      List<long[]> windows = new ArrayList<>();
      for (Path folder : folders) {
        windows.add(window(folder, json(folder), offset(stamps)));
      }
      List<List<Both>> measured =
          windows.stream()
              .map(window -> all.stream().filter(m -> within(m.sent.end, window)).toList())
              .toList();
      List<Both> together = measured.stream().flatMap(List::stream).toList();
      double[] perSecond =
          windows.stream().mapToDouble(window -> answeredPerSecond(all, window)).toArray();
      double rate = Arrays.stream(perSecond).average().orElseThrow();
      List<Map<String, String>> rows = new ArrayList<>();
      for (int i = 0; i < folders.size(); i++) {
        String json = json(folders.get(i));
        String steady = Boolean.toString(!json.contains("\"unsteady\""));
        rows.add(
            row(labels, i, steady, "rate", json, "achievedPerSecond", perSecond[i], rate, rate));
        for (Figure figure : figures()) {
          String[] words = figure.name.split(" ");
          double client = figure.client(together);
          rows.add(
              row(
                  labels,
                  i,
                  steady,
                  figure.name,
                  part(json, words[0]),
                  words[1],
                  figure.of(measured.get(i), figure.wire) + client,
                  figure.of(together, figure.wire) + client,
                  figure.of(together, figure.whole)));
        }
      }
      return rows;
    }

    private static Map<String, String> row(
        Map<String, String> labels,
        int run,
        String steady,
        String figure,
        String json,
        String key,
        double wire,
        double wireOfAll,
        double historiesOfAll) {
      Map<String, String> row = new LinkedHashMap<>(labels);
      row.put("run", Integer.toString(run + 1));
      row.put("steady", steady);
      row.put("figure", figure);
      row.put("printed", number(json, key));
      row.put("low", number(json, key + "Low"));
      row.put("high", number(json, key + "High"));
      row.put("wire", text(wire));
      row.put("wire_of_all", text(wireOfAll));
      row.put("histories_of_all", text(historiesOfAll));
      return row;
    }

    static void print(List<Map<String, String>> rows) {
      System.out.println(
          "| protocol | rate/s | figure | runs | known | half width, median | wire of the run |"
              + " wire of all | histories of all | the same, steady runs |");
      System.out.println("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|");
      rows.stream()
          .collect(
              Collectors.groupingBy(
                  row ->
                      "| " + row.get("protocol") + " | " + row.get("rate") + " | " + row.get("figure"),
                  LinkedHashMap::new,
                  Collectors.toList()))
          .forEach(Intervals::print);
    }

    private static void print(String name, List<Map<String, String>> rows) {
      List<Map<String, String>> known =
          rows.stream().filter(row -> !row.get("low").isEmpty()).toList();
      List<Map<String, String>> steady =
          known.stream().filter(row -> row.get("steady").equals("true")).toList();
      double half =
          Report.middle(
              known.stream()
                  .mapToDouble(row -> (Report.value(row, "high") - Report.value(row, "low")) / 2)
                  .toArray());
      System.out.printf(
          Locale.ROOT,
          "%s | %d | %d | %s | %s | %s | %s | %s |%n",
          name,
          rows.size(),
          known.size(),
          Report.ms(half),
          share(known, "wire"),
          share(known, "wire_of_all"),
          share(known, "histories_of_all"),
          share(steady, "histories_of_all"));
    }

    /** How many hold it, and between what shares that lies by Wilson's interval, 95 %. */
    private static String share(List<Map<String, String>> rows, String truth) {
      long hold =
          rows.stream()
              .filter(row -> Report.value(row, "low") <= Report.value(row, truth))
              .filter(row -> Report.value(row, truth) <= Report.value(row, "high"))
              .count();
      double n = rows.size();
      double z2 = NORMAL_95 * NORMAL_95;
      double middle = (hold + z2 / 2) / (n + z2);
      double half = NORMAL_95 / (n + z2) * Math.sqrt(hold * (n - hold) / n + z2 / 4);
      return n == 0
          ? "-"
          : String.format(
              Locale.ROOT,
              "%d of %.0f (%.0f to %.0f %%)",
              hold, n, 100 * (middle - half), 100 * (middle + half));
    }
  }

  // ---------------------------------------------------------------- the report

  /** Tables and the plot, of all runs of the same protocol and rate together. */
  static final class Report {

    // The limits, as validate.sh and docs/benchmarks.md state them.
    private static final double RATE_OFF = 0.005;
    private static final double[] ABSOLUTE_MS = {0.25, 0.5, 1};
    private static final double[] RELATIVE = {0.05, 0.05, 0.1};

    private final List<Map<String, String>> rows = new ArrayList<>();

    static void print(Path results, Path svg) throws IOException {
      Report report = new Report();
      report.rows.addAll(rows(results));
      report.accounts();
      report.biases();
      Files.writeString(svg, new Plot(report).svg());
    }

    private Map<String, List<Map<String, String>>> groups() {
      return rows.stream()
          .collect(
              Collectors.groupingBy(
                  row -> row.get("protocol") + "," + row.get("rate"),
                  LinkedHashMap::new,
                  Collectors.toList()));
    }

    private void accounts() {
      System.out.println(
          "| protocol | rate/s | runs | messages | host's load | unmatched | contradictions |"
              + " rate off by | before the put p50 / p99, ms | after the answer p50 / p99, ms |");
      System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
      for (List<Map<String, String>> group : groups().values()) {
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %d | %,.0f | %.1f | %s | %s | %+.2f %% | %s / %s | %s / %s |%n",
            group.get(0).get("protocol"),
            rate(group.get(0)),
            group.size(),
            sum(group, "messages"),
            mean(group, "load"),
            count(group, "unmatched"),
            count(group, "disagree"),
            100 * rateOff(group),
            ms(median(group, "before_put_p50_ms")),
            ms(median(group, "before_put_p99_ms")),
            ms(median(group, "after_answer_p50_ms")),
            ms(median(group, "after_answer_p99_ms")));
      }
      System.out.println();
    }

    private void biases() {
      System.out.println(
          "| protocol | rate/s | figure | p50 wire, off by | p99 wire, off by | p99.9 wire, off by |");
      System.out.println("|---|--:|---|--:|--:|--:|");
      for (List<Map<String, String>> group : groups().values()) {
        for (String kind : new String[] {"latency", "service"}) {
          if (group.get(0).get(kind + "_p50_wire_ms").isEmpty()) {
            continue;
          }
          StringBuilder line = new StringBuilder();
          line.append("| ").append(group.get(0).get("protocol")).append(" | ");
          line.append(rate(group.get(0))).append(" | ").append(kind);
          for (int i = 0; i < SHARES.length; i++) {
            double wire = median(group, kind + "_" + PERCENTILES[i] + "_wire_ms");
            double off = medianOff(group, kind, i);
            boolean within = Math.abs(off) <= Math.max(ABSOLUTE_MS[i], RELATIVE[i] * wire);
            line.append(" | ").append(ms(wire)).append(", ");
            line.append(within ? "" : "**").append(off < 0 ? "-" : "+").append(ms(Math.abs(off)));
            line.append(within ? "" : "**");
          }
          System.out.println(line.append(" |"));
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%nBold: beyond the limits. Rates beyond %.1f %%: %d of %d. Contradictions: %s of %,.0f."
              + " Printed percentiles and those of the histories: %.2f %% apart at most.%n",
          100 * RATE_OFF,
          groups().values().stream().filter(group -> Math.abs(rateOff(group)) > RATE_OFF).count(),
          groups().size(),
          count(rows, "disagree"),
          sum(rows, "messages"),
          100 * offHistory());
    }

    /** How far what was printed is from the histories at most, as a share. */
    private double offHistory() {
      double most = 0;
      for (Map<String, String> row : rows) {
        for (String name : row.keySet()) {
          if (name.endsWith("_history_ms") && !row.get(name).isEmpty()) {
            double printed = value(row, name.replace("_history_", "_printed_"));
            most = Math.max(most, Math.abs(printed / value(row, name) - 1));
          }
        }
      }
      return most;
    }

    private static String rate(Map<String, String> row) {
      return row.get("rate").equals("0")
          ? String.format(Locale.ROOT, "highest: %,.0f", value(row, "wire_per_s"))
          : row.get("rate");
    }

    /** Of the runs together, because at a low rate one message more or less is much. */
    private static double rateOff(List<Map<String, String>> group) {
      return sum(group, "printed_per_s") / sum(group, "wire_per_s") - 1;
    }

    private static double medianOff(List<Map<String, String>> group, String kind, int at) {
      String name = kind + "_" + PERCENTILES[at];
      return middle(
          group.stream()
              .mapToDouble(row -> value(row, name + "_printed_ms") - value(row, name + "_wire_ms"))
              .toArray());
    }

    private static double value(Map<String, String> row, String name) {
      String text = row.getOrDefault(name, "");
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    private static double sum(List<Map<String, String>> group, String name) {
      return group.stream().mapToDouble(row -> value(row, name)).sum();
    }

    private static String count(List<Map<String, String>> group, String name) {
      return String.format(Locale.ROOT, "%.0f", sum(group, name));
    }

    private static double mean(List<Map<String, String>> group, String name) {
      return sum(group, name) / group.size();
    }

    private static double median(List<Map<String, String>> group, String name) {
      return middle(group.stream().mapToDouble(row -> value(row, name)).toArray());
    }

    private static double middle(double[] values) {
      if (values.length == 0) {
        return Double.NaN;
      }
      Arrays.sort(values);
      int half = values.length / 2;
      return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }

    private static String ms(double value) {
      if (Double.isNaN(value)) {
        return "?";
      }
      int digits = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
      return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
  }

  /** Percentiles against rate, one panel a protocol: lines are the wire's, points were printed. */
  static final class Plot {

    private static final int WIDTH = 300;
    private static final int HEIGHT = 240;
    private static final int LEFT = 52;
    private static final int TOP = 44;
    private static final String[] COLOURS = {"#2f6fb0", "#c96f12", "#a03050"};

    private final Report report;
    private final StringBuilder svg = new StringBuilder();
    private double lowest = Double.MAX_VALUE;
    private double highest;
    private double fastest = 1;

    Plot(Report report) {
      this.report = report;
      for (Map<String, String> row : report.rows) {
        fastest = Math.max(fastest, Report.value(row, "wire_per_s"));
        for (String percentile : PERCENTILES) {
          double value = Report.value(row, "service_" + percentile + "_wire_ms");
          lowest = Math.min(lowest, value);
          highest = Math.max(highest, Report.value(row, "service_" + percentile + "_printed_ms"));
        }
      }
      lowest = Math.pow(10, Math.floor(Math.log10(lowest)));
      highest = Math.pow(10, Math.ceil(Math.log10(highest)));
      fastest = Math.pow(10, Math.ceil(Math.log10(fastest)));
    }

    String svg() {
      List<String> protocols =
          report.rows.stream().map(row -> row.get("protocol")).distinct().toList();
      int width = protocols.size() * (WIDTH + LEFT) + 20;
      svg.append(
          String.format(
              Locale.ROOT,
              "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif'"
                  + " font-size='11' fill='#333'>%n<rect width='100%%' height='100%%' fill='#fff'/>%n",
              width, HEIGHT + TOP + 50));
      for (int i = 0; i < protocols.size(); i++) {
        panel(protocols.get(i), i * (WIDTH + LEFT) + LEFT);
      }
      text(LEFT, HEIGHT + TOP + 42, "start", "#333", "service time, ms, against messages/s; lines: on the wire, rings: printed by Sluice");
      return svg.append("</svg>\n").toString();
    }

    private void panel(String protocol, int left) {
      text(left, 18, "start", "#000", protocol);
      for (double y = lowest; y <= highest * 1.01; y *= 10) {
        line(left, y(y), left + WIDTH, y(y), "#ddd", 1);
        text(left - 6, y(y) + 4, "end", "#333", y < 1 ? Double.toString(Math.round(y * 1000) / 1e3) : Long.toString(Math.round(y)));
      }
      for (double x = 1; x <= fastest * 1.01; x *= 10) {
        line(left + x(x), TOP, left + x(x), TOP + HEIGHT, "#ddd", 1);
        text(left + x(x), TOP + HEIGHT + 16, "middle", "#333", String.format(Locale.ROOT, "%,d", Math.round(x)));
      }
      List<List<Map<String, String>>> groups =
          report.groups().values().stream()
              .filter(group -> group.get(0).get("protocol").equals(protocol))
              .sorted(Comparator.comparingDouble(group -> Report.mean(group, "wire_per_s")))
              .toList();
      for (int i = 0; i < PERCENTILES.length; i++) {
        String wire = "service_" + PERCENTILES[i] + "_wire_ms";
        String printed = "service_" + PERCENTILES[i] + "_printed_ms";
        text(left + 60 + i * 60, 36, "start", COLOURS[i], PERCENTILES[i]);
        double lastX = Double.NaN;
        double lastY = Double.NaN;
        for (List<Map<String, String>> group : groups) {
          double x = left + x(Report.mean(group, "wire_per_s"));
          double y = y(Report.median(group, wire));
          if (!Double.isNaN(lastX)) {
            line(lastX, lastY, x, y, COLOURS[i], 2);
          }
          lastX = x;
          lastY = y;
          for (Map<String, String> row : group) {
            svg.append(
                String.format(
                    Locale.ROOT,
                    "<circle cx='%.1f' cy='%.1f' r='4' fill='none' stroke='%s'/>%n",
                    left + x(Report.value(row, "wire_per_s")),
                    y(Report.value(row, printed)),
                    COLOURS[i]));
          }
        }
      }
    }

    private double x(double perSecond) {
      return WIDTH * Math.log10(Math.max(1, perSecond)) / Math.log10(fastest);
    }

    private double y(double ms) {
      return TOP + HEIGHT * Math.log10(highest / ms) / Math.log10(highest / lowest);
    }

    private void line(double x1, double y1, double x2, double y2, String colour, int width) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<path d='M%.1f %.1fL%.1f %.1f' stroke='%s' stroke-width='%d'/>%n",
              x1, y1, x2, y2, colour, width));
    }

    private void text(double x, double y, String anchor, String colour, String text) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x='%.1f' y='%.1f' text-anchor='%s' fill='%s'>%s</text>%n",
              x, y, anchor, colour, text));
    }
  }
}
