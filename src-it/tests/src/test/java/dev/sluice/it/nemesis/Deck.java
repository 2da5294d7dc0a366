package dev.sluice.it.nemesis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Deals faults in a random order, each once before any comes again. */
final class Deck {

  private static final int TWO_IN = 4;

  private final List<Fault> faults;
  private final RandomGenerator random;
  private final Deque<Fault> left = new ArrayDeque<>();

  Deck(Collection<Fault> faults, RandomGenerator random) {
    this.faults = List.copyOf(faults);
    this.random = random;
  }

  /** One fault, or now and then two at once, at different places. */
  List<Fault> deal() {
    Fault first = next();
    if (random.nextInt(TWO_IN) > 0) {
      return List.of(first);
    }
    Fault second = next();
    if (second.place() == first.place()) {
      left.addFirst(second);
      return List.of(first);
    }
    return Stream.of(first, second).sorted(Comparator.comparing(Fault::place)).toList();
  }

  private Fault next() {
    if (left.isEmpty()) {
      List<Fault> rest = new ArrayList<>(faults);
      while (!rest.isEmpty()) {
        left.add(rest.remove(random.nextInt(rest.size())));
      }
    }
    return left.removeFirst();
  }
}
