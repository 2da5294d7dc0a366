package dev.sluice.control.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricDataParser;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.MetricType;

/** A page of metrics as a parser that is not ours reads it. */
final class MetricFamilies {

  private final Map<String, MetricFamily> families = new LinkedHashMap<>();

  private MetricFamilies() {}

  static MetricFamilies of(String page) throws IOException {
    TextPrometheusMetricDataParser parser =
        new TextPrometheusMetricDataParser(
            new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    MetricFamilies found = new MetricFamilies();
    for (MetricFamily family = parser.parse(); family != null; family = parser.parse()) {
      found.families.put(family.getName(), family);
    }
    return found;
  }

  Set<String> names() {
    return families.keySet();
  }

  List<Metric> all(String name) {
    assertThat(families).containsKey(name);
    return families.get(name).getMetrics();
  }

  double gauge(String name) {
    assertThat(families.get(name).getType()).isEqualTo(MetricType.GAUGE);
    return ((Gauge) only(name)).getValue();
  }

  double counter(String name) {
    assertThat(families.get(name).getType()).isEqualTo(MetricType.COUNTER);
    return ((Counter) only(name)).getValue();
  }

  Histogram histogram(String name) {
    return (Histogram) only(name);
  }

  Map<String, String> labels(String name) {
    return only(name).getLabels();
  }

  private Metric only(String name) {
    assertThat(all(name)).hasSize(1);
    return all(name).get(0);
  }
}
