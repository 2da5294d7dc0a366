package dev.sluice.it.nemesis;

import java.util.EnumSet;
import java.util.Set;

/** What the nemesis does, and undoes after some time. */
@SuppressWarnings("ImmutableEnumChecker") // what is done holds no state
enum Fault {
  BROKER_KILLED(
      "broker killed and started again", bed -> bed.broker().kill(), bed -> bed.broker().start()),
  BROKER_SUSPENDED(
      "broker suspended", bed -> bed.broker().signal("STOP"), bed -> bed.broker().signal("CONT")),
  NETWORK_CUT("network cut", bed -> bed.network().cut(), bed -> bed.network().heal()),
  NETWORK_RESET("connections reset", bed -> bed.network().reset(), bed -> bed.network().heal()),
  NETWORK_SWALLOWS(
      "network black-holed", bed -> bed.network().swallow(), bed -> bed.network().heal()),
  NETWORK_SLOW("network slow", bed -> bed.network().delay(100), bed -> bed.network().heal()),
  NETWORK_LIMITED(
      "network limited", bed -> bed.network().limit(30_000), bed -> bed.network().heal()),
  CUT_IN_A_MESSAGE(
      "cut in the middle of a message",
      bed -> bed.network().cutInTheMiddle(),
      bed -> bed.network().heal()),
  CONSUMERS_STOPPED(
      "consumers stopped",
      bed -> bed.program().command("pause " + bed.setup().consumers()),
      bed -> bed.program().command("resume " + bed.setup().consumers())),
  HARNESS_SUSPENDED(
      "harness suspended",
      bed -> bed.program().signal("STOP"),
      bed -> bed.program().signal("CONT")),
  ADDRESS_BLOCKS("address full, BLOCK", full("BLOCK"), room()),
  ADDRESS_FAILS("address full, FAIL", full("FAIL"), room()),
  ADDRESS_DROPS("address full, DROP", full("DROP"), room()),
  ADDRESS_PAGES("address full, PAGE", full("PAGE"), room()),
  DISK_FULL(
      "broker's disk full",
      bed -> bed.broker().tell("disk full"),
      bed -> bed.broker().tell("disk free")),
  MEMORY_FULL(
      "broker's memory full",
      bed -> bed.broker().tell("memory full"),
      bed -> bed.broker().tell("memory free")),
  QUEUE_MANAGER_QUIESCED(
      "queue manager quiesced",
      bed -> bed.broker().tell("stop NAME"),
      bed -> bed.broker().tell("start NAME")),
  QUEUE_MANAGER_MOVES_CLIENTS(
      "queue manager ended with reconnection",
      bed -> bed.broker().tell("stop -r NAME"),
      bed -> bed.broker().tell("start NAME")),
  PUTS_INHIBITED("puts inhibited", altered("PUT(DISABLED)"), altered("PUT(ENABLED)")),
  OUT_OF_HANDLES(
      "queue manager out of handles",
      bed -> {
        bed.broker().tell("mqsc NAME ALTER QMGR MAXHANDS(0)");
        bed.network().reset(); // a connection that has handles keeps them
      },
      bed -> bed.broker().tell("mqsc NAME ALTER QMGR MAXHANDS(256)"));

  private static final Set<Fault> OF_ANY =
      EnumSet.of(
          BROKER_KILLED,
          BROKER_SUSPENDED,
          NETWORK_CUT,
          NETWORK_RESET,
          NETWORK_SWALLOWS,
          NETWORK_SLOW,
          NETWORK_LIMITED,
          CUT_IN_A_MESSAGE,
          CONSUMERS_STOPPED,
          HARNESS_SUSPENDED);

  /** Where it happens, in the order in which they begin: a broker that hangs takes no commands. */
  enum Place {
    CONSUMERS,
    NETWORK,
    BROKER,
    HARNESS
  }

  /** Something that may fail. */
  @FunctionalInterface
  interface Action {
    void on(TestBed bed) throws Exception;
  }

  private final String title;
  private final Action begin;
  private final Action end;

  Fault(String title, Action begin, Action end) {
    this.title = title;
    this.begin = begin;
    this.end = end;
  }

  /** Those that can happen to each kind of broker. */
  static Set<Fault> ofAny() {
    return EnumSet.copyOf(OF_ANY);
  }

  Place place() {
    return switch (this) {
      case NETWORK_CUT,
          NETWORK_RESET,
          NETWORK_SWALLOWS,
          NETWORK_SLOW,
          NETWORK_LIMITED,
          CUT_IN_A_MESSAGE,
          OUT_OF_HANDLES ->
          Place.NETWORK;
      case CONSUMERS_STOPPED -> Place.CONSUMERS;
      case HARNESS_SUSPENDED -> Place.HARNESS;
      default -> Place.BROKER;
    };
  }

  /** As in tables. */
  String title() {
    return title;
  }

  void begin(TestBed bed) throws Exception {
    begin.on(bed);
  }

  void end(TestBed bed) throws Exception {
    end.on(bed);
  }

  private static Action altered(String attribute) {
    return bed ->
        bed.broker().tell("mqsc NAME ALTER QLOCAL(" + bed.setup().firstQueue() + ") " + attribute);
  }

  private static Action full(String policy) {
    return bed -> bed.broker().tell("full " + policy + " " + bed.setup().firstQueue());
  }

  private static Action room() {
    return bed -> bed.broker().tell("room " + bed.setup().firstQueue());
  }
}
