package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.control.scenario.yaml.YamlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A workload of the OpenMessaging Benchmark as the text of a plan. What it cannot carry over stands
 * in the plan, a line each with the place in its file.
 *
 * @param driver the file of its JMS driver; without keys if there is none
 */
public record OmbPlan(Section workload, Section driver) {

  private static final String SIZE = "messageSize";
  private static final String RATE = "producerRate";
  private static final String DRIVER = "driverClass";
  private static final int USUAL_SIZE = 1024;
  private static final double GIGABYTE = 1e9;
  private static final double LEAST_RATIO = 1.1;
  private static final double MOST_RATIO = 100;

  private static final Set<String> CARRIED =
      Set.of(
          ("name topics producersPerTopic producerRate producerStartRate subscriptionsPerTopic"
                  + " consumerPerSubscription messageSize payloadFile useRandomizedPayloads"
                  + " randomBytesRatio consumerBacklogSizeGB testDurationMinutes"
                  + " warmupDurationMinutes connectionFactoryClassName"
                  + " connectionFactoryConfigurationParam brokerAddress destinationType"
                  + " topicNamePrefix messageSelector properties sendWithTransactions")
              .split(" "));

  /** Values that ask for nothing, or for what the plan does. */
  private static final Set<String> NOTHING =
      Set.of("", "0", "false", "NO_KEY", "SharedDurableConsumer", "Consumer");

  /** Why keys are not carried over; others have nothing like them here. */
  private static final Map<String, String> REASONS =
      Map.of(
          "partitionsPerTopic",
          "destinations have no partitions",
          "keyDistributor",
          "messages have no keys",
          "randomizedPayloadPoolSize",
          "each body is another one, rather than one of a pool",
          "acceptableBacklog",
          "'backlog' of find-max is a share of what is sent",
          "producerIncrementRate",
          "steps with 'rate' do this",
          "use20api",
          "sends wait for their answers; 'async-send' gives a window",
          DRIVER,
          "name the provider of its broker, with its options");

  private static final String UNKNOWN_CLASS = "\"${FACTORY_CLASS}\"";
  private static final String UNKNOWN_URL = "\"url=${BROKER_URL}\"";

  /**
   * The lines of the plan.
   *
   * @throws dev.sluice.control.scenario.yaml.ScenarioException if a value is not of its kind
   */
  public List<String> lines() {
    refuse(workload, DRIVER, "driver");
    refuse(driver, RATE, "workload");
    boolean queue = driver("destinationType").equals("Queue");
    boolean shared =
        !queue && driver("use20api").equals("true") && !driver("consumerType").equals("Consumer");
    int topics = whole("topics", 1);
    int subscriptions = whole("subscriptionsPerTopic", 1);
    int consumers = topics * whole("consumerPerSubscription", 1) * (queue ? subscriptions : 1);
    int rate = whole(RATE, 0);
    int startRate = whole("producerStartRate", 10_000);
    String kind = queue ? "queue" : "topic";
    String prefix = driver("topicNamePrefix");
    String places =
        option(kind, prefix.isEmpty() ? "benchmark" : prefix)
            + option(kind + "s", topics == 1 ? "" : "1.." + topics);

    List<String> names =
        IntStream.rangeClosed(1, queue ? 1 : subscriptions)
            .mapToObj(i -> "consumers-" + i)
            .toList();

    List<String> lines = new ArrayList<>(notes());
    lines.add("providers: {broker: {type: " + provider() + "}}");
    lines.add("workloads:");
    lines.add(
        "  producers: {type: %s%s%s%s%s, persistent: true, end-to-end: same-host%s%s}"
            .formatted(
                queue ? "send" : "publish",
                places,
                option("threads", topics * whole("producersPerTopic", 1)),
                option("total-rate", rate == 0 ? startRate : rate),
                body(),
                driver("sendWithTransactions").equals("true") ? ", transacted: true" : "",
                properties()));
    for (String name : names) {
      lines.add(
          "  %s: {type: %s%s%s%s%s, listener: true, end-to-end: same-host}"
              .formatted(
                  name,
                  queue ? "receive" : "subscribe",
                  places,
                  option("threads", consumers),
                  shared ? ", shared: true, durable: true" + option("subscription", name) : "",
                  option("selector", driver("messageSelector"))));
    }
    if (rate == 0) {
      lines.add("steps:");
      lines.add("  - find-max: highest rate");
      lines.add("    workload: producers");
      lines.add("    consumers: consumers-1");
      lines.add("    from: " + startRate);
      lines.add("    objectives: ['achieved/target >= 0.99']");
      return lines;
    }
    double bytesPerSecond = (double) rate * Math.max(1, whole(SIZE, USUAL_SIZE));
    long backlogSeconds = Math.round(whole("consumerBacklogSizeGB", 0) * GIGABYTE / bytesPerSecond);
    if (backlogSeconds > 0) {
      lines.add("steps:");
      lines.add("  # the backlog is there if this objective is met, and the broker keeps it");
      names.forEach(name -> lines.add("  - pause: " + name));
      lines.add(measure("backlog", "producers", backlogSeconds));
      lines.add("    objectives: ['achieved/target >= 0.99']");
      names.forEach(name -> lines.add("  - resume: " + name));
      lines.add(measure("drain", "consumers-1", backlogSeconds));
    }
    int warmup = whole("warmupDurationMinutes", 1);
    long seconds = 60L * (warmup + whole("testDurationMinutes", 5)) + 2 * backlogSeconds;
    lines.add("run: {warmup: %dm, duration: %ds}".formatted(warmup, seconds));
    return lines;
  }

  private static String measure(String row, String workload, long seconds) {
    return "  - measure: %s\n    workload: %s\n    for: %ds".formatted(row, workload, seconds);
  }

  /** Never another broker than the driver's: what is not known of it is to be filled in. */
  private String provider() {
    if (driver.entries().isEmpty()) {
      return "embedded";
    }
    String factory = driver("connectionFactoryClassName");
    String url = driver("connectionFactoryConfigurationParam") + driver("brokerAddress");
    return "factory, factory-class: %s, factory-property: [%s]"
        .formatted(
            factory.isEmpty() ? UNKNOWN_CLASS : YamlText.of(factory),
            url.isEmpty() ? UNKNOWN_URL : YamlText.of("url=" + url));
  }

  /** Random bytes of a share r are compressed 1 / r times. */
  private String body() {
    boolean random = workload.flag("useRandomizedPayloads", false);
    String file = workload.optional("payloadFile").orElse("");
    if (!random && !file.isEmpty()) {
      return option("body", file);
    }
    double ratio = 1 / workload.parsed("randomBytesRatio", Double::valueOf).orElse(1.0);
    String content = ratio < LEAST_RATIO ? "random" : "compressible:" + Math.min(MOST_RATIO, ratio);
    return option("size", whole(SIZE, USUAL_SIZE)) + option("content", random ? content : "");
  }

  private String properties() {
    List<String> properties =
        !driver.has("properties")
            ? List.of()
            : driver.items("properties").stream()
                .map(driver::section)
                .map(each -> each.text("name") + "=" + each.text("value"))
                .toList();
    return properties.isEmpty() ? "" : ", message-property: " + YamlText.of(properties);
  }

  private List<String> notes() {
    return Stream.of(workload, driver)
        .flatMap(section -> section.entries().stream())
        .filter(each -> !CARRIED.contains(each.getKey()) && asksForSomething(each))
        .map(
            each ->
                "# not carried over, %s: %s: %s"
                    .formatted(
                        each.getValue().place(),
                        each.getKey(),
                        REASONS.getOrDefault(each.getKey(), "there is nothing like it")))
        .toList();
  }

  private boolean asksForSomething(Map.Entry<String, Value> each) {
    boolean nothing =
        each.getValue() instanceof Value.Text text
            && (NOTHING.contains(text.text())
                || (each.getKey().equals("partitionsPerTopic") && text.text().equals("1")));
    return !nothing && !(each.getKey().equals(DRIVER) && !provider().contains(UNKNOWN_CLASS));
  }

  /** A key that is in every file of the other kind. */
  private static void refuse(Section file, String key, String kind) {
    if (file.has(key)) {
      throw file.problem(
          key, "this is the file of a " + kind, "give the workload first, then the driver");
    }
  }

  private int whole(String key, int otherwise) {
    return workload.whole(key, otherwise, 0, Integer.MAX_VALUE);
  }

  private String driver(String key) {
    return driver.optional(key).orElse("");
  }

  private static String option(String key, Object value) {
    return value.equals("") ? "" : ", " + key + ": " + YamlText.of(value.toString());
  }
}
