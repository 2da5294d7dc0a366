package dev.sluice.control.scenario.outside;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.core.text.InputFile;
import dev.sluice.core.text.Quantities;
import dev.sluice.core.time.NanoClock;
import dev.sluice.jms.provider.BrokerView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;

/**
 * Reads figures from a page in the text format of Prometheus. Of what it counts, as its TYPE lines
 * say, readings are rates per second since the time before; all else is as it is. Series that have
 * the wanted labels and others are added up, but for those of -1 beside others: they stand for
 * values that are not known. A figure that is left out of a page stays for a minute. For one
 * thread.
 */
public final class MetricsView implements BrokerView {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int MOST_BYTES = 4 << 20;

  /** Exporters of brokers that publish every ten seconds have no figures in between. */
  private static final Duration BETWEEN_PUBLICATIONS = Duration.ofMinutes(1);

  /** What exporters write in the place of a value that is not known. */
  private static final double NOT_KNOWN = -1;

  private static final List<String> COUNTING = List.of("counter", "histogram", "summary");
  private static final String LABEL =
      "([a-zA-Z_]\\w*)\\s*=\\s*(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")";
  private static final Pattern LABELS = Pattern.compile(LABEL);
  private static final Pattern SERIES =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{((?:\\s*" + LABEL + "\\s*,?)*+)\\s*\\})?");
  private static final Pattern TYPE = Pattern.compile("#\\s*TYPE\\s+(\\S+)\\s+(\\S+)\\s*");

  private final URI page;
  private final Optional<Path> trust;
  private final List<Measure> measures;
  private final Duration within;
  private final NanoClock clock;
  private final Map<Measure, SeriesSum> sums = new HashMap<>(); // as they were the last time
  private final Map<Measure, Reading> latest = new HashMap<>();

  /** What the series of a measure were together. */
  private record SeriesSum(double value, long nanos) {}

  /**
   * A figure, or those of a page that it stands for.
   *
   * @param labels with their quotes
   */
  public record Series(String name, Map<String, String> labels) {

    /**
     * Such as {@code depth} or {@code depth{queue="REQUEST"}}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Series parse(String text) {
      Matcher series = SERIES.matcher(text.strip());
      if (!series.matches()) {
        throw new IllegalArgumentException("write it as NAME or NAME{label=\"value\"}");
      }
      return of(series);
    }

    private static Series of(Matcher series) {
      Map<String, String> labels = new HashMap<>();
      Matcher label = LABELS.matcher(series.group(2) == null ? "" : series.group(2));
      while (label.find()) {
        labels.put(label.group(1), label.group(2));
      }
      return new Series(series.group(1), labels);
    }

    private boolean includes(Series other) {
      return name.equals(other.name) && other.labels.entrySet().containsAll(labels.entrySet());
    }
  }

  /**
   * @param trust certificates that a page with https may show; empty for those that Java trusts
   * @param measures by the {@link Series} that their names are
   * @param within how long the page may take
   */
  public MetricsView(
      URI page, Optional<Path> trust, List<Measure> measures, Duration within, NanoClock clock) {
    this.page = page;
    this.trust = trust;
    this.measures = List.copyOf(measures);
    this.within = within;
    this.clock = clock;
  }

  @Override
  public Readout ask() {
    long cpuNanos = THREADS.getCurrentThreadCpuTime();
    long askedNanos = clock.nanos();
    List<Reading> readings = new ArrayList<>();
    TreeSet<String> gaps = new TreeSet<>();
    try {
      List<String> lines = fetch().lines().toList();
      long nanos = clock.nanos();
      for (Measure measure : measures) {
        Series wanted = Series.parse(measure.name());
        double now = sum(lines, wanted);
        if (Double.isNaN(now) && isBetweenPublications(measure, nanos)) {
          Optional.ofNullable(latest.get(measure)).ifPresent(readings::add);
          continue;
        }
        if (!Double.isFinite(now)) {
          gaps.add("no number for " + measure.name());
          continue;
        }
        SeriesSum before = sums.put(measure, new SeriesSum(now, nanos));
        boolean counted = isCounted(lines, wanted.name);
        if (!counted || (before != null && now >= before.value)) { // a reset one says nothing
          double value =
              counted ? (now - before.value) / ((nanos - before.nanos) / NANOS_PER_SECOND) : now;
          latest.put(
              measure,
              new Reading("", "", measure, value, nanos, nanos - askedNanos, Duration.ZERO));
          readings.add(latest.get(measure));
        }
      }
    } catch (IOException e) {
      gaps.add(InputFile.reason(e));
    }
    return new Readout(
        readings,
        gaps.isEmpty() ? Map.of() : Map.of("", page + ": " + String.join("; ", gaps)),
        1,
        Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - cpuNanos));
  }

  /** Whether its last value stands, as what is published now and then does. */
  private boolean isBetweenPublications(Measure measure, long nowNanos) {
    return sums.containsKey(measure)
        && nowNanos - sums.get(measure).nanos < BETWEEN_PUBLICATIONS.toNanos();
  }

  /** Of all series that it includes; not a number if there are none, or one of them has none. */
  private static double sum(List<String> lines, Series wanted) {
    List<Double> values = new ArrayList<>();
    for (String line : lines) {
      Matcher series = SERIES.matcher(line);
      if (line.startsWith(wanted.name)
          && series.lookingAt()
          && wanted.includes(Series.of(series))) {
        values.add(number(line.substring(series.end()).strip().split("\\s+")[0]));
      }
    }
    boolean someKnown = values.stream().anyMatch(each -> each != NOT_KNOWN);
    return values.isEmpty()
        ? Double.NaN
        : values.stream().mapToDouble(each -> someKnown && each == NOT_KNOWN ? 0 : each).sum();
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN; // such as +Inf
    }
  }

  private static boolean isCounted(List<String> lines, String name) {
    String family = name.replaceFirst("_(total|count|sum|bucket)$", "");
    return lines.stream()
        .map(TYPE::matcher)
        .filter(Matcher::matches)
        .anyMatch(
            type ->
                type.group(1).equals(name)
                    ? type.group(2).equals("counter")
                    : type.group(1).equals(family) && COUNTING.contains(type.group(2)));
  }

  private String fetch() throws IOException {
    long deadlineNanos = clock.nanos() + within.toNanos();
    HttpURLConnection http = (HttpURLConnection) page.toURL().openConnection();
    http.setConnectTimeout((int) within.toMillis());
    http.setReadTimeout((int) within.toMillis());
    http.setRequestProperty("Accept", "text/plain;version=0.0.4");
    if (http instanceof HttpsURLConnection https) {
      ClientTls tls = ClientTls.read(trust, Optional.empty(), Optional.empty());
      https.setSSLSocketFactory(tls.context().getSocketFactory());
    }
    try {
      int status = http.getResponseCode();
      if (status != HttpURLConnection.HTTP_OK) {
        throw new IOException(
            status < 0 ? "it does not answer by HTTP" : "it answers with status " + status);
      }
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      try (InputStream in = http.getInputStream()) {
        byte[] part = new byte[1 << 16];
        for (int read = in.read(part); read >= 0; read = in.read(part)) {
          text.write(part, 0, read);
          if (text.size() > MOST_BYTES) {
            throw new IOException("it has more than 4 MiB; give the exporter fewer series");
          } else if (clock.nanos() > deadlineNanos) {
            throw new SocketTimeoutException();
          }
        }
      }
      return text.toString(UTF_8);
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + Quantities.text(within), e);
    } finally {
      http.disconnect();
    }
  }

  @Override
  public void close() {
    // a connection of its own each time
  }
}
