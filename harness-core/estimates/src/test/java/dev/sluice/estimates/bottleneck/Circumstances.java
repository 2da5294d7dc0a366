package dev.sluice.estimates.bottleneck;

import dev.sluice.estimates.bottleneck.Evidence.MeasuredRun;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Kinds of systems with parameters by chance, and what measuring them gives. */
@SuppressWarnings("ImmutableEnumChecker") // lists that nobody can change
enum Circumstances {
  LATENCY(Bottleneck.LATENCY),
  /** So few requesters that the log has times without work. */
  LATENCY_OF_THE_LOG(Bottleneck.LOG),
  LOG(Bottleneck.LOG),
  PROCESSORS(Bottleneck.PROCESSORS),
  NETWORK(Bottleneck.NETWORK),
  REQUESTERS(Bottleneck.REQUESTERS),
  QUEUE(Bottleneck.QUEUE),
  HARNESS(Bottleneck.HARNESS),
  PAUSES(Bottleneck.PAUSES),
  CONNECTIONS(Bottleneck.CONNECTIONS),
  CONSUMERS(Bottleneck.CONSUMERS),

  /** From here on what is none of the ten: a second part with half of the work or more. */
  TWO,
  /** A rate that is kept. */
  PACED(Bottleneck.RATE),
  /** Something that lets so many messages pass, of which nobody knows. */
  UNKNOWN,
  /** Processors whose work grows with the bytes, as with encryption. */
  WORK_ON_BYTES(Bottleneck.PROCESSORS),
  /** The broker works long on a message, and more processors than requesters do. */
  LONG_WORK(Bottleneck.LATENCY, Bottleneck.PROCESSORS),
  /** As many requesters as it takes until a line begins, about. */
  KNEE,
  /** Rates that lie 20 % apart from run to run. */
  NOISE;

  private static final List<Bottleneck> STATIONS =
      List.of(
          Bottleneck.LOG,
          Bottleneck.PROCESSORS,
          Bottleneck.NETWORK,
          Bottleneck.QUEUE,
          Bottleneck.HARNESS,
          Bottleneck.CONSUMERS);

  /** What the harness knows of itself and of its host. */
  private static final Set<Bottleneck> OWN =
      EnumSet.of(Bottleneck.HARNESS, Bottleneck.PAUSES, Bottleneck.NETWORK);

  private static final int ROUNDS = 3;

  private final List<Bottleneck> right;

  Circumstances(Bottleneck... right) {
    this.right = List.of(right);
  }

  /** Whether it has one of the ten bottlenecks. */
  boolean isOfTheTen() {
    return compareTo(TWO) < 0;
  }

  /**
   * What was measured of a system.
   *
   * @param observed with what the other side says
   * @param own what the harness knows alone
   * @param right the names that are true
   */
  record Measured(Evidence observed, Evidence own, List<Bottleneck> right) {}

  /** Measures one by chance. */
  Measured measure(long seed) {
    SplittableRandom random = new SplittableRandom(31 * seed + name().hashCode());
    ClosedSystem system = new ClosedSystem();
    List<Bottleneck> names = parameters(system, random);
    double noise = this == NOISE ? 0.2 : between(0.003, 0.04, random);
    Evidence observed = play(system, noise, random);
    Map<Variation, List<MeasuredRun>> varied = new LinkedHashMap<>();
    observed.varied().forEach((variation, runs) -> varied.put(variation, own(runs)));
    return new Measured(
        observed,
        new Evidence(
            own(observed.base()),
            varied,
            observed.persistent(),
            observed.keepsRate(),
            observed.refused()),
        names);
  }

  private static List<MeasuredRun> own(List<MeasuredRun> runs) {
    return runs.stream()
        .map(
            run -> {
              Map<Bottleneck, Double> busy = new EnumMap<>(run.busy());
              busy.keySet().retainAll(OWN);
              return new MeasuredRun(run.perSecond(), run.requesters(), run.callSeconds(), busy);
            })
        .toList();
  }

  private List<Bottleneck> parameters(ClosedSystem system, SplittableRandom random) {
    List<Bottleneck> names = new ArrayList<>(right);
    if (this == NOISE || this == KNEE || this == TWO) {
      names.add(STATIONS.get(random.nextInt(STATIONS.size())));
    }
    if (this == TWO) {
      List<Bottleneck> others = new ArrayList<>(STATIONS);
      others.removeAll(names);
      names.add(others.get(random.nextInt(others.size())));
    }
    system.size = between(200, 20_000, random);
    system.persistent = names.contains(Bottleneck.LOG) || random.nextDouble() < 0.6;
    system.brokerProcessors = 1 + random.nextInt(8);
    system.harnessProcessors = 1 + random.nextInt(4);
    system.consumers = 2 + random.nextInt(10);
    system.queues = names.contains(Bottleneck.QUEUE) ? 1 : 1 + random.nextInt(4);
    system.own = between(0.001, 0.01, random);
    switch (this) {
      case LATENCY, LATENCY_OF_THE_LOG, REQUESTERS, CONNECTIONS, LONG_WORK ->
          withoutLines(system, random);
      default -> withLines(system, names, random);
    }
    if (this == KNEE) {
      names.add(Bottleneck.LATENCY);
    }
    return names;
  }

  /** Three to ten times as many requesters as the busiest part needs. */
  private void withLines(ClosedSystem system, List<Bottleneck> names, SplittableRandom random) {
    double gap =
        between(
            0.02, 1,
            random); // between two messages at the busiest part; the others have less than half of
    // its work
    for (Bottleneck each : STATIONS) {
      set(system, each, gap * between(0.03, 0.45, random), random);
    }
    names.stream().filter(STATIONS::contains).forEach(each -> set(system, each, gap, random));
    system.wire = between(0.1, 3, random);
    switch (this) {
      case TWO -> set(system, names.get(1), gap * between(0.5, 1, random), random);
      case UNKNOWN -> system.gate = gap;
      case PACED -> system.duePerMilli = 0.7 / gap;
      case PAUSES -> {
        system.pause = between(5, 50, random);
        system.garbageEvery = (int) Math.max(2, Math.round(system.pause / gap));
      }
      case WORK_ON_BYTES -> {
        system.size = between(100_000, 1_000_000, random);
        set(system, Bottleneck.NETWORK, gap * between(0.1, 0.5, random), random);
        system.broker = 0.1 * gap * system.brokerProcessors;
        system.brokerPersistent = 0;
        system.brokerByte = 0.9 * gap * system.brokerProcessors / system.size;
        system.logByte = 0;
      }
      default -> {}
    }
    double times = this == KNEE ? between(0.5, 2, random) : between(3, 10, random);
    system.requesters = Math.max(2, (int) Math.round(times * system.alone() / gap));
  }

  /** No part has more to do than a third of what it can, with twice the requesters. */
  private void withoutLines(ClosedSystem system, SplittableRandom random) {
    double cycle = between(2, 30, random);
    boolean two = this == LATENCY_OF_THE_LOG || this == LONG_WORK;
    system.requesters = two ? 2 : 4 + random.nextInt(60);
    for (Bottleneck each : STATIONS) {
      double most = this == LATENCY_OF_THE_LOG ? 0.05 : 0.15;
      set(system, each, cycle / system.requesters * between(0.01, most, random), random);
    }
    switch (this) {
      case REQUESTERS -> {
        system.own = cycle;
        system.wire = cycle * between(0.02, 0.2, random);
      }
      case LATENCY_OF_THE_LOG -> {
        system.wire = cycle * between(0.05, 0.2, random);
        system.log = cycle;
      }
      case LONG_WORK -> {
        system.wire = cycle * between(0.05, 0.2, random);
        system.brokerProcessors = 16;
        system.broker = cycle;
      }
      default -> system.wire = cycle;
    }
    if (this == CONNECTIONS) {
      int most = 2 * system.requesters - 1;
      system.connections = Math.min(most, (int) (system.requesters * between(1.5, 2, random)));
    }
  }

  /** Gives a station its time, by the gap between two messages that it alone would allow. */
  private static void set(
      ClosedSystem system, Bottleneck station, double gap, SplittableRandom random) {
    double bytes = 0.4 * random.nextDouble();
    switch (station) {
      case LOG -> {
        system.log = gap * (1 - bytes);
        system.logByte = gap * bytes / system.size;
      }
      case PROCESSORS -> {
        double time = gap * system.brokerProcessors;
        double log = system.persistent ? 0.3 * random.nextDouble() : 0;
        system.broker = time * (1 - bytes - log);
        system.brokerByte = time * bytes / system.size;
        system.brokerPersistent = time * log;
      }
      case NETWORK -> system.cardPerMilli = system.size / gap;
      case QUEUE -> system.lock = gap * system.queues;
      case HARNESS -> system.harness = gap * system.harnessProcessors;
      case CONSUMERS -> system.work = gap * system.consumers;
      default -> throw new IllegalArgumentException(station + " is no station");
    }
  }

  private Evidence play(ClosedSystem system, double noise, SplittableRandom random) {
    Map<Variation, ClosedSystem> systems = new LinkedHashMap<>();
    Map<Variation, List<MeasuredRun>> varied = new LinkedHashMap<>();
    variations(system)
        .forEach(
            (variation, change) -> {
              systems.put(variation, change.apply(system.copy()));
              varied.put(variation, new ArrayList<>());
            });
    List<MeasuredRun> base = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      double drift = Math.exp(2 * noise * random.nextGaussian()); // of the whole round
      base.add(noisy(system.play(random), noise, drift, random));
      systems.forEach(
          (variation, other) ->
              varied.get(variation).add(noisy(other.play(random), noise, drift, random)));
    }
    boolean refused = 2 * system.requesters > system.connections;
    return new Evidence(
        base,
        varied,
        system.persistent,
        this == PACED,
        refused ? OptionalInt.of(2 * system.requesters) : OptionalInt.empty());
  }

  private static MeasuredRun noisy(
      MeasuredRun run, double noise, double drift, SplittableRandom random) {
    double factor = drift * Math.exp(noise * random.nextGaussian());
    Map<Bottleneck, Double> busy = new EnumMap<>(Bottleneck.class);
    run.busy()
        .forEach(
            (part, share) ->
                busy.put(part, Math.min(1, share * (1 + 0.01 * random.nextGaussian()))));
    return new MeasuredRun(
        run.perSecond() * factor, run.requesters(), run.callSeconds() / factor, busy);
  }

  private static Map<Variation, UnaryOperator<ClosedSystem>> variations(ClosedSystem system) {
    Map<Variation, UnaryOperator<ClosedSystem>> all = new LinkedHashMap<>();
    for (double factor : new double[] {2, 1.75, 1.5, 1.25}) { // the first that is not refused
      int more = (int) (factor * system.requesters);
      if (all.isEmpty() && more <= system.connections) {
        all.put(new Variation(Lever.REQUESTERS, factor), each -> each.withRequesters(more));
      }
    }
    int fewer = system.requesters / 2;
    all.put(new Variation(Lever.REQUESTERS, 0.5), each -> each.withRequesters(fewer));
    all.put(new Variation(Lever.SIZE, 4), each -> each.withSize(system.size / 4));
    all.put(new Variation(Lever.SIZE, 0.25), each -> each.withSize(system.size * 4));
    if (system.persistent) {
      Variation without = new Variation(Lever.PERSISTENCE, Double.POSITIVE_INFINITY);
      all.put(without, ClosedSystem::withoutLog);
    }
    int less = system.consumers / 2;
    all.put(new Variation(Lever.RECEIVERS, 2), each -> each.withConsumers(2 * system.consumers));
    all.put(
        new Variation(Lever.RECEIVERS, (double) less / system.consumers),
        each -> each.withConsumers(less));
    all.put(new Variation(Lever.QUEUES, 2), ClosedSystem::withTwiceTheQueues);
    return all;
  }

  /** Evenly spread by the logarithm. */
  private static double between(double low, double high, SplittableRandom random) {
    return low * Math.pow(high / low, random.nextDouble());
  }
}
