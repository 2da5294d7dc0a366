package dev.sluice.estimates.bottleneck;

import dev.sluice.estimates.bottleneck.Evidence.MeasuredRun;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Requesters that go round through the stations of a client, a network and a broker, played event
 * by event: lines, several servers, pauses, and limits come out of what each does, and no formula
 * of a rate is in here. Times are in milliseconds.
 */
final class ClosedSystem {

  private static final int CYCLES = 3_000;
  private static final int WARM = 600;

  int requesters = 20;
  int connections = Integer.MAX_VALUE; // more are refused
  double own; // what a requester does between calls
  double duePerMilli; // 0: as fast as possible

  double harness; // processor time of the client
  int harnessProcessors = 4;
  int garbageEvery; // calls; 0: never
  double pause;

  double wire; // both ways
  double size = 1_000;
  double cardPerMilli = 1e9; // bytes

  double broker;
  double brokerByte; // beside that, for each byte
  double brokerPersistent; // beside that, if persistent
  int brokerProcessors = 4;
  double lock;
  int queues = 1;
  boolean persistent;
  double log;
  double logByte;
  double work; // of a consumer
  int consumers = 4;
  double gate; // time between two calls that something unknown lets pass

  /** A line before equal servers: first come, first served. */
  private static final class Station {
    private final double[] free;
    private double used;
    private double waited;
    private double asked;

    Station(int servers) {
      free = new double[servers];
    }

    double pass(double now, double service, double notBefore) {
      int first = 0;
      for (int i = 1; i < free.length; i++) {
        first = free[i] < free[first] ? i : first;
      }
      double start = Math.max(Math.max(now, free[first]), notBefore);
      asked++;
      waited += start > now ? 1 : 0;
      used += service;
      free[first] = start + service;
      return free[first];
    }

    void forget() {
      used = 0;
      waited = 0;
      asked = 0;
    }
  }

  /** A requester that comes to a stage. */
  private record Event(double at, int requester, int stage) {}

  ClosedSystem copy() {
    ClosedSystem copy = new ClosedSystem();
    copy.requesters = requesters;
    copy.connections = connections;
    copy.own = own;
    copy.duePerMilli = duePerMilli;
    copy.harness = harness;
    copy.harnessProcessors = harnessProcessors;
    copy.garbageEvery = garbageEvery;
    copy.pause = pause;
    copy.wire = wire;
    copy.size = size;
    copy.cardPerMilli = cardPerMilli;
    copy.broker = broker;
    copy.brokerByte = brokerByte;
    copy.brokerPersistent = brokerPersistent;
    copy.brokerProcessors = brokerProcessors;
    copy.lock = lock;
    copy.queues = queues;
    copy.persistent = persistent;
    copy.log = log;
    copy.logByte = logByte;
    copy.work = work;
    copy.consumers = consumers;
    copy.gate = gate;
    return copy;
  }

  ClosedSystem withRequesters(int number) {
    requesters = number;
    return this;
  }

  ClosedSystem withSize(double bytes) {
    size = bytes;
    return this;
  }

  ClosedSystem withoutLog() {
    persistent = false;
    return this;
  }

  ClosedSystem withConsumers(int number) {
    consumers = number;
    return this;
  }

  ClosedSystem withTwiceTheQueues() {
    queues *= 2;
    return this;
  }

  /** How long a call of a requester takes that has the system to itself, with its own time. */
  double alone() {
    return own
        + harness
        + wire
        + size / cardPerMilli
        + broker
        + brokerByte * size
        + (persistent ? brokerPersistent + log + logByte * size : 0)
        + lock
        + work;
  }

  /** Plays a run; everything about it is known, without noise but that of its random times. */
  MeasuredRun play(SplittableRandom random) {
    int connected = Math.min(requesters, connections);
    Station client = new Station(harnessProcessors);
    Station card = new Station(1);
    Station processors = new Station(brokerProcessors);
    Station[] locks = new Station[queues];
    for (int i = 0; i < queues; i++) {
      locks[i] = new Station(1);
    }
    Station disk = new Station(1);
    Station staff = new Station(consumers);
    Station unknown = new Station(1);
    Station[] stations = {client, card, processors, disk, staff, unknown};
    PriorityQueue<Event> events =
        new PriorityQueue<>((one, other) -> Double.compare(one.at, other.at));
    for (int i = 0; i < connected; i++) {
      events.add(new Event(random.nextDouble(), i, 0));
    }
    double[] begun = new double[connected];
    long started = 0;
    long calls = 0;
    int done = 0;
    double since = 0;
    double inCalls = 0;
    double paused = 0;
    double stoppedUntil = 0;
    while (true) {
      Event event = events.poll();
      double now = event.at;
      double next;
      switch (event.stage) {
        case 0 -> {
          next = now + own * random.nextExponential();
          if (duePerMilli > 0) {
            next = Math.max(next, started / duePerMilli);
          }
          started++;
        }
        case 1 -> {
          begun[event.requester] = now;
          calls++;
          if (garbageEvery > 0 && calls % garbageEvery == 0) {
            paused += done >= WARM ? pause : 0;
            stoppedUntil = Math.max(now, stoppedUntil) + pause;
          }
          next = client.pass(now, time(harness, random), stoppedUntil);
        }
        case 2 -> next = card.pass(now, size / cardPerMilli, 0);
        case 3 -> next = now + wire * (0.95 + 0.1 * random.nextDouble());
        case 4 ->
            next =
                processors.pass(
                    now,
                    time(broker + brokerByte * size + (persistent ? brokerPersistent : 0), random),
                    0);
        case 5 -> next = locks[event.requester % queues].pass(now, time(lock, random), 0);
        case 6 -> next = persistent ? disk.pass(now, time(log + logByte * size, random), 0) : now;
        case 7 -> next = staff.pass(now, time(work, random), 0);
        case 8 -> next = unknown.pass(now, gate, 0);
        default -> {
          inCalls += now - begun[event.requester];
          done++;
          if (done == WARM) {
            since = now;
            inCalls = 0;
            for (Station each : stations) {
              each.forget();
            }
            for (Station each : locks) {
              each.forget();
            }
          } else if (done == CYCLES) {
            return run(connected, now - since, inCalls / (CYCLES - WARM), paused, stations, locks);
          }
          next = now;
        }
      }
      events.add(new Event(next, event.requester, event.stage == 9 ? 0 : event.stage + 1));
    }
  }

  private static MeasuredRun run(
      int connected,
      double elapsed,
      double call,
      double paused,
      Station[] stations,
      Station[] locks) {
    Map<Bottleneck, Double> busy = new EnumMap<>(Bottleneck.class);
    busy.put(Bottleneck.HARNESS, used(stations[0], elapsed));
    busy.put(Bottleneck.NETWORK, used(stations[1], elapsed));
    busy.put(Bottleneck.PROCESSORS, used(stations[2], elapsed));
    busy.put(Bottleneck.LOG, used(stations[3], elapsed));
    double held = 0;
    for (Station each : locks) {
      held += used(each, elapsed) / locks.length;
    }
    busy.put(Bottleneck.QUEUE, held);
    busy.put(Bottleneck.CONSUMERS, stations[4].waited / stations[4].asked);
    busy.put(Bottleneck.PAUSES, Math.min(1, paused / elapsed));
    return new MeasuredRun(1e3 * (CYCLES - WARM) / elapsed, connected, call / 1e3, busy);
  }

  private static double used(Station station, double elapsed) {
    return Math.min(1, station.used / elapsed / station.free.length);
  }

  private static double time(double mean, SplittableRandom random) {
    return mean == 0 ? 0 : mean * (0.5 + 0.5 * random.nextExponential());
  }
}
