package dev.sluice.control.recorded;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Csv;
import dev.sluice.core.pacing.Profile;
import dev.sluice.core.pacing.Profile.Point;
import dev.sluice.core.text.InputFile;
import dev.sluice.core.text.Quantities;
import dev.sluice.jms.message.ByteSize;
import dev.sluice.jms.message.RecordedMix;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads a {@link Profile} from a table of comma-separated values. Its first column has times: in
 * seconds, of the day, with the date, or as in headers of messages (milliseconds since 1970; 16
 * digits of date and time). Another column has rates at these times, or what was counted since the
 * row above, if its name says so. Without others, each row is a message, and those of each second
 * are counted; so are those of a JMeter result file, by its {@code timeStamp}. {@code
 * intervals.csv} of a run is such a table, too.
 *
 * <p>Columns named {@code size} (or {@code bytes}) and {@code priority} say what the messages of a
 * row are like; then several rows may count until one time.
 *
 * @param column the name of the column with rates or counts; empty for the first that is called so
 * @param workload whose rows are read where there are those of several
 * @param speed times pass so much faster than in the table; rates stay
 * @param scale rates are so much higher
 */
public record ProfileTable(String column, String workload, double speed, double scale) {

  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_ROWS = 500_000;
  private static final double LARGEST_SECONDS = 1e11; // larger numbers are milliseconds
  private static final int MOST_SECONDS = 1_000_000; // in which messages are counted

  private static final Pattern DIGIT_FIRST = Pattern.compile("[\\d.].*");
  private static final Pattern SIZE = Pattern.compile("(?i)size|bytes");
  private static final Pattern PRIORITY = Pattern.compile("(?i)priority");
  private static final Pattern DIGIT = Pattern.compile("\\d");
  private static final Pattern RATE =
      Pattern.compile("(?i)([a-z]+[ _])?rate|tps|rps|qps|.*(/ ?|[ _]per[ _]|per)s(ec(ond)?)?");
  private static final Pattern KNOWN =
      Pattern.compile(
          "(?i)(?!.*(error|fail|lost|byte|depth|total))(%s|(count|number)( of)?[ _].*|(.*[ _])?(counts?"
                  .formatted(RATE.pattern().substring(4))
              + "|messages|msgs|requests|samples|events|orders|puts|gets|sends|sent|received|due|done))");
  private static final Pattern OTHER_SEPARATOR = Pattern.compile("[;\t|]");
  private static final String JTL_TIME = "timeStamp";
  private static final DateTimeFormatter DIGITS = DateTimeFormatter.ofPattern("uuuuMMddHHmmssSS");

  /**
   * What a table says.
   *
   * @param taken which of its columns say so, for people
   * @param mix the sizes and priorities of its messages, if it has any
   */
  public record Recording(Profile profile, String taken, Optional<RecordedMix> mix) {}

  /** A rate or a count, and the size and the priority of its messages; below 0 without them. */
  private record Row(double seconds, double value, int bytes, int priority) {}

  /** Where in a row everything is; below 0 if it is nowhere. */
  private record Columns(
      int time, int value, int workload, int phase, int size, int priority, boolean rates) {

    Columns {
      if (rates && (size >= 0 || priority >= 0)) {
        throw new IllegalArgumentException(
            "sizes and priorities need counts or single messages, not rates");
      }
    }

    static Columns of(List<String> header, String wanted) {
      boolean jtl = wanted.isEmpty() && header.contains(JTL_TIME);
      int time = Math.max(0, header.indexOf(jtl ? JTL_TIME : "since_start_s"));
      int size = jtl ? -1 : find(header, 0, SIZE.asMatchPredicate());
      int priority = jtl ? -1 : find(header, 0, PRIORITY.asMatchPredicate());
      int value = jtl ? time : value(header, wanted);
      return new Columns(
          time,
          value == time ? -1 : value,
          header.indexOf("workload"),
          header.indexOf("warmup"),
          size == value ? -1 : size,
          priority == value ? -1 : priority,
          value != time && RATE.matcher(header.get(value)).matches());
    }

    /** The column with rates or counts, the first one if there is none but of times. */
    private static int value(List<String> header, String wanted) {
      String named = wanted.isEmpty() && header.contains("due") ? "due" : wanted;
      boolean onlyTimes =
          find(header, 1, SIZE.asMatchPredicate().or(PRIORITY.asMatchPredicate()).negate()) < 0;
      int value =
          named.isEmpty() ? find(header, 1, KNOWN.asMatchPredicate()) : header.indexOf(named);
      if (value < 0 && !(onlyTimes && named.isEmpty())) {
        throw new IllegalArgumentException(
            (named.isEmpty()
                    ? "no column is called a rate or a count (rate, .../s, count, messages);"
                        + " name one by --profile-column, rename it, or leave only times"
                    : "there is no column '" + named + "'")
                + "; the columns are "
                + String.join(", ", header));
      }
      return Math.max(0, value);
    }

    String taken(List<String> header) {
      return value < 0
          ? "a message for each '%s'".formatted(header.get(time))
          : "%s in column '%s'".formatted(rates ? "rates" : "counts", header.get(value));
    }

    private static int find(List<String> header, int from, Predicate<String> name) {
      return IntStream.range(from, header.size())
          .filter(i -> name.test(header.get(i)))
          .findFirst()
          .orElse(-1);
    }

    boolean mixed() {
      return size >= 0 || priority >= 0;
    }
  }

  /**
   * What a file says.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException saying where and why it is not such a table
   */
  public Recording read(Path file) throws IOException {
    try (BufferedReader lines = InputFile.lines(file, MOST_BYTES)) {
      return recording(lines);
    } catch (IOException e) {
      throw new IOException(file + ": " + InputFile.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private Recording recording(BufferedReader lines) throws IOException {
    String line = InputFile.withoutMark(Objects.requireNonNullElse(lines.readLine(), ""));
    List<String> first = cells(line);
    if (first.size() == 1 && OTHER_SEPARATOR.matcher(first.get(0)).find()) {
      throw new IllegalArgumentException("its columns must be separated by commas");
    }
    boolean named = !DIGIT_FIRST.matcher(first.get(0)).matches();
    List<String> usual = List.of("time", "rate").subList(0, Math.min(2, first.size()));
    if (!named && first.size() > usual.size()) {
      throw new IllegalArgumentException("more than two columns require a first line with names");
    }
    List<String> header = named ? first : usual;
    Columns columns = Columns.of(header, column);
    Map<String, List<Row>> rows = new LinkedHashMap<>(); // by workload
    line = named ? lines.readLine() : line;
    for (int i = named ? 2 : 1; line != null; i++, line = lines.readLine()) {
      try {
        add(rows, columns, header, cells(line));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "line %d, '%s': %s".formatted(i, line, e.getMessage()), e);
      }
      if (i > MOST_ROWS) {
        throw new IllegalArgumentException(
            "it has more than %,d rows; take a part of it, or count messages by the second"
                .formatted(MOST_ROWS));
      }
    }
    List<Row> chosen = rows.size() == 1 ? rows.values().iterator().next() : rows.get(workload);
    if (chosen == null && !rows.isEmpty()) {
      throw new IllegalArgumentException(
          "it has rows of %s; call a workload so, instead of %s"
              .formatted(String.join(", ", rows.keySet()), workload));
    }
    if (chosen == null || chosen.size() < 2) {
      throw tooShort();
    }
    List<Row> counted = columns.value < 0 ? bySecond(chosen) : chosen;
    double start = columns.rates ? chosen.get(0).seconds : start(counted);
    Profile profile =
        columns.rates
            ? Profile.through(points(chosen, start))
            : Profile.steps(steps(counted, start));
    if (profile.meanPerSecond() == 0) {
      throw new IllegalArgumentException("nothing is ever due by it; a rate must be above 0");
    }
    return new Recording(
        profile,
        columns.taken(header),
        columns.mixed() ? Optional.of(mix(counted, start)) : Optional.empty());
  }

  private static void add(
      Map<String, List<Row>> rows, Columns columns, List<String> header, List<String> cells) {
    if (cells.equals(List.of("")) || cell(cells, columns.phase).equals("ending")) {
      return;
    }
    List<Row> before =
        rows.computeIfAbsent(cell(cells, columns.workload), name -> new ArrayList<>());
    double seconds = seconds(cell(cells, columns.time));
    double value = 1;
    try {
      value = columns.value < 0 ? 1 : Quantities.rate(cell(cells, columns.value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "column '%s': %s".formatted(header.get(columns.value), e.getMessage()), e);
    }
    double least =
        before.isEmpty() ? Double.NEGATIVE_INFINITY : before.get(before.size() - 1).seconds;
    boolean mayBeEqual = columns.rates || columns.mixed();
    if (columns.value >= 0 && (mayBeEqual ? seconds < least : seconds <= least)) {
      throw new IllegalArgumentException("it is not later than the row above; sort rows by time");
    }
    int bytes = columns.size < 0 || value == 0 ? -1 : ByteSize.parse(cell(cells, columns.size));
    before.add(
        new Row(
            seconds,
            value,
            bytes,
            columns.priority < 0 || value == 0 ? -1 : priority(cell(cells, columns.priority))));
  }

  private static int priority(String text) {
    if (!DIGIT.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a priority from 0 to 9");
    }
    return Integer.parseInt(text);
  }

  private List<Point> points(List<Row> rows, double start) {
    return rows.stream()
        .map(row -> new Point((row.seconds - start) / speed, row.value * scale))
        .toList();
  }

  /** Rates until the times of rows. */
  private List<Point> steps(List<Row> rows, double start) {
    SortedMap<Double, Double> counts = new TreeMap<>();
    rows.forEach(row -> counts.merge(row.seconds, row.value, Double::sum));
    List<Point> steps = new ArrayList<>();
    double before = start;
    for (var each : counts.entrySet()) {
      double perSecond = each.getValue() / (each.getKey() - before);
      steps.add(new Point((each.getKey() - start) / speed, perSecond * scale));
      before = each.getKey();
    }
    return steps;
  }

  /** Nobody knows when the first row began, so it is as long as the second. */
  private static double start(List<Row> rows) {
    double first = rows.get(0).seconds;
    return rows.stream()
        .filter(row -> row.seconds > first)
        .findFirst()
        .map(next -> 2 * first - next.seconds)
        .orElseThrow(ProfileTable::tooShort);
  }

  private static IllegalArgumentException tooShort() {
    return new IllegalArgumentException("it needs two rows or more, such as 60,115.5");
  }

  /** As many messages as are due by the steps. */
  private RecordedMix mix(List<Row> rows, double start) {
    return new RecordedMix(
        rows.stream()
            .map(
                row ->
                    new RecordedMix.MessageClass(
                        (row.seconds - start) / speed,
                        row.value * scale / speed,
                        row.bytes,
                        row.priority))
            .toList());
  }

  /** Each message in the second that it was counted in, and each second. */
  private static List<Row> bySecond(List<Row> messages) {
    double first = messages.stream().mapToDouble(Row::seconds).min().orElseThrow();
    double last = messages.stream().mapToDouble(Row::seconds).max().orElseThrow();
    if (last - first >= MOST_SECONDS) {
      throw new IllegalArgumentException(
          "its messages are from more than " + MOST_SECONDS + " s; take a part of them");
    }
    List<Row> rows = new ArrayList<>();
    for (Row each : messages) {
      rows.add(new Row(1 + (int) (each.seconds - first), 1, each.bytes, each.priority));
    }
    int seconds = Math.max(2, (int) (last - first) + 1);
    IntStream.rangeClosed(1, seconds).forEach(second -> rows.add(new Row(second, 0, -1, -1)));
    rows.sort(Comparator.comparingDouble(Row::seconds));
    return rows;
  }

  private static double seconds(String text) {
    try {
      if (text.length() == 16 && text.chars().allMatch(Character::isDigit)) {
        return sinceEpoch(LocalDateTime.parse(text, DIGITS).toInstant(ZoneOffset.UTC));
      } else if (!text.contains(":")) {
        double number = Quantities.number(text);
        return number > LARGEST_SECONDS ? number / 1000 : number;
      } else if (!text.contains("-")) {
        return LocalTime.parse(text).toNanoOfDay() / NANOS_PER_SECOND;
      }
      TemporalAccessor time =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
      return sinceEpoch(
          time instanceof OffsetDateTime zoned
              ? zoned.toInstant()
              : ((LocalDateTime) time).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "write a time as 90.5 (seconds), 08:15:30 or 2026-01-02T03:04:06Z", e);
    }
  }

  private static double sinceEpoch(Instant time) {
    return time.getEpochSecond() + time.getNano() / NANOS_PER_SECOND;
  }

  private static List<String> cells(String line) {
    List<String> cells =
        Csv.parse(line + "\n").stream().flatMap(List::stream).map(String::strip).toList();
    if (cells.isEmpty()) {
      throw new IllegalArgumentException("a quote is not closed; a row is one line");
    }
    return cells;
  }

  private static String cell(List<String> cells, int column) {
    return column >= 0 && column < cells.size() ? cells.get(column) : "";
  }
}
