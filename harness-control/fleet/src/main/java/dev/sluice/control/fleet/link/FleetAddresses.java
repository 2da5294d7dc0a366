package dev.sluice.control.fleet.link;

import java.util.Map;
import java.util.Set;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.security.Role;

/**
 * Where the members of a fleet send at a hub, and who may.
 *
 * @param fleet its name
 */
public record FleetAddresses(String fleet) {

  /** Where a broker says who has come and gone. */
  static final String NOTIFICATIONS = "activemq.notifications";

  /** For a thousand agents; of a controller that stands still the oldest messages are lost. */
  private static final long IN_RING = 10_000;

  /** What agents tell the controller, which is its one consumer. */
  String in() {
    return "fleet." + fleet + ".in";
  }

  /**
   * What is true for an agent now; one that listens there is there.
   *
   * @param member empty for what the addresses of all begin with
   */
  String state(String member) {
    return "fleet." + fleet + ".state." + stable(member);
  }

  /** What else a member is told. */
  String to(String member) {
    return "fleet." + fleet + ".to." + stable(member);
  }

  /** What agents tell visitors. */
  String seen() {
    return "fleet." + fleet + ".seen";
  }

  /** The part of a member's name that is that of its successor, too: hubs keep addresses. */
  private static String stable(String member) {
    return member.replaceFirst("#.*", "");
  }

  /** A queue of a member's connection. */
  static String queue(String address, String member, String connection) {
    return address + '/' + member.replace('#', '~') + '/' + connection;
  }

  /** The member that has a queue. */
  static String member(String queue) {
    return queue.split("/", -1)[1].replace('~', '#');
  }

  /** It takes one consumer, and outlives a broker that fails over. */
  QueueConfiguration inQueue() {
    return QueueConfiguration.of(in())
        .setAddress(in())
        .setRoutingType(RoutingType.ANYCAST)
        .setDurable(true)
        .setMaxConsumers(1)
        .setRingSize(IN_RING);
  }

  /** Who may send and listen at a hub of the fleet's own, by address. */
  Map<String, Set<Role>> rights() {
    String agent = MemberRole.AGENT.user();
    String controller = MemberRole.CONTROLLER.user();
    return Map.of(
        in(),
        Set.of(sends(agent), listens(controller)),
        state("") + '#',
        Set.of(sends(controller), listens(agent)),
        to("") + '#',
        Set.of(sends(controller), listens(agent)),
        seen(),
        Set.of(sends(agent), listens(controller)),
        NOTIFICATIONS,
        Set.of(listens(controller)));
  }

  private static Role sends(String user) {
    return new Role(
        user, true, false, false, false, false, false, false, false, false, false, false, false);
  }

  /** And makes queues that last as long as it listens. */
  private static Role listens(String user) {
    return new Role(
        user, false, true, false, false, true, true, false, false, true, true, false, false);
  }
}
