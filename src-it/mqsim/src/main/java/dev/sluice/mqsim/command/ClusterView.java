package dev.sluice.mqsim.command;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the members of a uniform cluster know of each other's applications. */
public interface ClusterView {

  /**
   * Instances of an application at one member.
   *
   * @param movable those that could be moved now
   */
  record Count(int instances, int movable) {

    static final Count NONE = new Count(0, 0);

    /** Both together. */
    public Count plus(Count other) {
      return new Count(instances + other.instances, movable + other.movable);
    }
  }

  /**
   * A member.
   *
   * @param active whether it runs and is heard of
   * @param atMillis wall-clock time at which it said so
   * @param applications instances by application name; empty if it is not active
   */
  record MemberView(
      String name, String id, boolean active, long atMillis, Map<String, Count> applications) {}

  /** Name of the cluster. */
  String cluster();

  /**
   * Asks all members.
   *
   * @param answer called on the event loop that asked
   */
  void ask(Consumer<List<MemberView>> answer);
}
