package dev.sluice.control.explain;

import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.estimates.bottleneck.Lever;
import dev.sluice.estimates.bottleneck.Variation;
import dev.sluice.jms.message.SizeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The variations of a plan, one at a time, as settings of its runs.
 *
 * @param workload whose rate is explained
 * @param others those that may take or answer its messages
 * @param queues more of them than the plan uses, {@code 1..8}, if there are any
 * @param awaitsAllSends whether its sends wait for the broker, persistent or not
 */
public record Variations(
    Scenario.WorkloadPlan workload,
    List<Scenario.WorkloadPlan> others,
    Optional<String> queues,
    boolean awaitsAllSends) {

  /** Queues by the numbers behind their name. */
  public static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

  private static final double SMALLER = 4;
  private static final int MORE_IN_A_COMMIT = 10;
  private static final List<Double> MORE_REQUESTERS = List.of(2.0, 1.75, 1.5, 1.25);
  private static final int MOST_WORKERS = 1_000_000;

  /** Keys that say what a body is beside its size. */
  private static final List<String> GIVEN_BODIES = List.of("body", "template");

  private static final Set<String> TAKERS = Set.of("receive", "respond", "subscribe", "forward");

  /**
   * One change of the plan.
   *
   * @param label for people
   * @param requesters how many there are with it
   * @param settings replace values of the plan
   */
  public record VariedPlan(
      String label, Variation variation, int requesters, List<String> settings) {}

  /** The requesters of the plan. */
  public int requesters() {
    return threads(workload);
  }

  /** Whether messages are persistent, also those of other workloads, such as replies. */
  public boolean persistent() {
    return all().anyMatch(Variations::persistent);
  }

  private static boolean persistent(Scenario.WorkloadPlan of) {
    return of.section().flag("persistent", false);
  }

  /** More requesters, the most first: those after the first for a broker that refuses so many. */
  public List<VariedPlan> moreRequesters() {
    return MORE_REQUESTERS.stream()
        .flatMap(factor -> requesters((int) (factor * requesters())).stream())
        .toList();
  }

  /** All variations of a lever that the plan has, but for more requesters. */
  public List<VariedPlan> of(Lever lever) {
    return switch (lever) {
      case REQUESTERS -> requesters(requesters() / 2).stream().toList();
      case SIZE -> sizes();
      case PERSISTENCE -> withoutPersistence().stream().toList();
      case COMMIT -> commits().stream().toList();
      case RECEIVERS -> Stream.of(2.0, 0.5).flatMap(each -> receivers(each).stream()).toList();
      case QUEUES -> spread().stream().toList();
    };
  }

  private VariedPlan change(String label, Lever lever, double speedup, List<String> settings) {
    return new VariedPlan(label, new Variation(lever, speedup), requesters(), settings);
  }

  private Optional<VariedPlan> requesters(int number) {
    return number < 1 || number == requesters()
        ? Optional.empty()
        : Optional.of(
            new VariedPlan(
                number + " requesters",
                new Variation(Lever.REQUESTERS, (double) number / requesters()),
                number,
                List.of(set(workload, "threads", "" + number))));
  }

  /** Of all bodies alike, because replies pass the same network. */
  private List<VariedPlan> sizes() {
    List<Scenario.WorkloadPlan> makers =
        all().filter(each -> bytes(each) > 0 || answersByItself(each)).toList();
    List<VariedPlan> changes = new ArrayList<>();
    for (double speedup : new double[] {SMALLER, 1 / SMALLER}) {
      if (bytes(workload) > 0
          && makers.stream().allMatch(each -> isFixed(each) && bytes(each) >= SMALLER)) {
        changes.add(
            change(
                Math.round(bytes(workload) / speedup) + " bytes",
                Lever.SIZE,
                speedup,
                makers.stream()
                    .map(each -> set(each, "size", "" + Math.round(bytes(each) / speedup)))
                    .toList()));
      }
    }
    return changes;
  }

  private static double bytes(Scenario.WorkloadPlan of) {
    return of.workers()
        .meanBodyBytes()
        .get()
        .orElseGet(
            () ->
                of.section()
                    .parsed("size", SizeDistribution::parse)
                    .map(SizeDistribution::meanBytes)
                    .orElse(0.0));
  }

  private static boolean answersByItself(Scenario.WorkloadPlan of) {
    return type(of).equals("respond") && !of.section().flag("copy-request", false);
  }

  private static boolean isFixed(Scenario.WorkloadPlan of) {
    return GIVEN_BODIES.stream().noneMatch(of.section()::has)
        && of.section().parsed("size", SizeDistribution::parse).stream()
            .allMatch(SizeDistribution::fixed);
  }

  /** Not where sends would no longer wait for the broker: that saves more than writes to a log. */
  private Optional<VariedPlan> withoutPersistence() {
    List<Scenario.WorkloadPlan> senders = all().filter(Variations::persistent).toList();
    return !senders.isEmpty()
            && senders.stream().allMatch(each -> awaitsAllSends || transacted(each))
        ? Optional.of(
            change(
                "not persistent",
                Lever.PERSISTENCE,
                Double.POSITIVE_INFINITY,
                senders.stream().map(each -> set(each, "persistent", "false")).toList()))
        : Optional.empty();
  }

  private static boolean transacted(Scenario.WorkloadPlan of) {
    return of.section().flag("transacted", false) || of.section().has("commit-every");
  }

  private Optional<VariedPlan> commits() {
    int before =
        workload.section().whole("commit-every", 1, 1, Integer.MAX_VALUE / MORE_IN_A_COMMIT);
    int every = MORE_IN_A_COMMIT * before;
    return transacted(workload)
            && !type(workload).equals("request") // whose commits are one message each
        ? Optional.of(
            change(
                every + " a commit",
                Lever.COMMIT,
                MORE_IN_A_COMMIT,
                List.of(set(workload, "commit-every", "" + every))))
        : Optional.empty();
  }

  private Optional<VariedPlan> receivers(double speedup) {
    List<Scenario.WorkloadPlan> takers =
        others.stream().filter(each -> TAKERS.contains(type(each))).toList();
    int before = takers.stream().mapToInt(Variations::threads).sum();
    List<String> settings = new ArrayList<>();
    int after = 0;
    for (Scenario.WorkloadPlan each : takers) {
      int threads = Math.max(1, (int) (speedup * threads(each)));
      after += threads;
      settings.add(set(each, "threads", "" + threads));
    }
    return after == before
        ? Optional.empty()
        : Optional.of(
            change(after + " receivers", Lever.RECEIVERS, (double) after / before, settings));
  }

  /** More queues, or half of those that the plan has. */
  private Optional<VariedPlan> spread() {
    Optional<String> range = workload.section().optional("queues");
    long before = range.map(Variations::count).orElse(1L);
    String first = range.orElse("1").split("\\.\\.")[0];
    String half = first + ".." + (Long.parseLong(first) + before / 2 - 1);
    String other = queues.orElse(half);
    List<String> settings =
        all()
            .filter(each -> each.section().optional("queues").equals(range))
            .map(each -> set(each, "queues", other))
            .toList();
    return (queues.isEmpty() && before < 2) || count(other) == before
        ? Optional.empty()
        : Optional.of(
            change(
                count(other) + " queues", Lever.QUEUES, (double) count(other) / before, settings));
  }

  private static long count(String range) {
    Matcher matcher = RANGE.matcher(range);
    return matcher.matches()
        ? Long.parseLong(matcher.group(2)) - Long.parseLong(matcher.group(1)) + 1
        : 1;
  }

  private Stream<Scenario.WorkloadPlan> all() {
    return Stream.concat(Stream.of(workload), others.stream());
  }

  private static int threads(Scenario.WorkloadPlan of) {
    return of.section().whole("threads", 1, 1, MOST_WORKERS);
  }

  private static String type(Scenario.WorkloadPlan of) {
    return of.section().optional("type").orElse("");
  }

  private static String set(Scenario.WorkloadPlan of, String key, String value) {
    return "workloads." + of.name() + "." + key + "=" + value;
  }
}
