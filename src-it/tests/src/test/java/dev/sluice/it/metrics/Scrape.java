package dev.sluice.it.metrics;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricDataParser;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.MetricType;

/** The series of one scrape, and whether a query asks for such as are there. */
final class Scrape {

  private static final Pattern SELECTOR =
      Pattern.compile("\\b((?:sluice|process|jvm|system)_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Pattern SET_OPERATOR = Pattern.compile("\\b(?:and|or|unless)\\b");
  private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");
  private static final Pattern MATCHING = Pattern.compile("\\bon \\(([^)]*)\\)");

  private final Map<String, List<Map<String, String>>> labelsByName = new TreeMap<>();

  /** Reads the text format by a parser that is not ours. */
  static Scrape of(String page) throws IOException {
    Scrape scrape = new Scrape();
    TextPrometheusMetricDataParser parser =
        new TextPrometheusMetricDataParser(
            new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    for (MetricFamily family = parser.parse(); family != null; family = parser.parse()) {
      for (Metric metric : family.getMetrics()) {
        scrape.add(family.getName(), family.getType(), metric.getLabels());
      }
    }
    return scrape;
  }

  private void add(String name, MetricType type, Map<String, String> labels) {
    switch (type) {
      case HISTOGRAM -> {
        Map<String, String> bucket = new TreeMap<>(labels);
        bucket.put("le", "+Inf");
        addSeries(name + "_bucket", bucket);
        addSeries(name + "_count", labels);
        addSeries(name + "_sum", labels);
      }
      case SUMMARY -> {
        addSeries(name + "_count", labels);
        addSeries(name + "_sum", labels);
      }
      default -> addSeries(name, labels);
    }
  }

  private void addSeries(String name, Map<String, String> labels) {
    labelsByName.computeIfAbsent(name, unused -> new ArrayList<>()).add(labels);
  }

  boolean has(String name) {
    return labelsByName.containsKey(name);
  }

  /**
   * What the query asks for and no series has; empty if all is there. Both sides of a set operator
   * have groupings of their own, and the labels on which they are matched.
   */
  List<String> missingFor(String query) {
    return SET_OPERATOR
        .splitAsStream(query)
        .flatMap(operand -> missingFor(operand, query).stream())
        .toList();
  }

  private List<String> missingFor(String operand, String query) {
    List<String> missing = new ArrayList<>();
    Matcher selector = SELECTOR.matcher(operand);
    int selectors = 0;
    while (selector.find()) {
      selectors++;
      List<Map<String, String>> series = labelsByName.getOrDefault(selector.group(1), List.of());
      if (series.isEmpty()) {
        missing.add(selector.group(1));
      } else {
        missing.addAll(missingFor(selector.group(2), series));
        missing.addAll(labelsNotIn(series, GROUPING.matcher(operand)));
        missing.addAll(labelsNotIn(series, MATCHING.matcher(query)));
      }
    }
    if (selectors == 0) {
      missing.add("any metric");
    }
    return missing;
  }

  /** Each alternative of a matcher is a value that a series has. */
  private static List<String> missingFor(String matchers, List<Map<String, String>> series) {
    List<String> missing = new ArrayList<>();
    Matcher matcher = MATCHER.matcher(matchers == null ? "" : matchers);
    while (matcher.find()) {
      String label = matcher.group(1);
      for (String value : matcher.group(3).split("\\|", -1)) {
        if (series.stream()
            .map(each -> each.get(label))
            .noneMatch(has -> has != null && has.matches(value))) {
          missing.add(matcher.group());
        }
      }
    }
    return missing;
  }

  private static List<String> labelsNotIn(List<Map<String, String>> series, Matcher labels) {
    List<String> missing = new ArrayList<>();
    while (labels.find()) {
      for (String label : labels.group(1).split("\\s*,\\s*", -1)) {
        if (series.stream().noneMatch(each -> each.containsKey(label))) {
          missing.add("by " + label);
        }
      }
    }
    return missing;
  }
}
