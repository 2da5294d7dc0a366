package dev.sluice.it.nemesis;

import dev.sluice.it.nemesis.MessageFates.Fate;
import dev.sluice.it.run.RunSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was put and acknowledged was received, still lies in a queue, or became a dead letter; all
 * else the program names: in doubt, duplicated or lost. Nothing counts as lost that arrived, and
 * nothing as done that was not. Of persistent messages no more are lost than gets outside
 * transactions are in doubt, where the broker removes what it could not hand over.
 */
final class Law {

  private final Setup setup;
  private final MessageFates program;
  private final RunSummary summary;
  private final List<Drained> drained;
  private final Set<MessageKey> inQueues;
  private final List<String> broken = new ArrayList<>();

  private Law(Setup setup, MessageFates program, RunSummary summary, List<Drained> drained) {
    this.setup = setup;
    this.program = program;
    this.summary = summary;
    this.drained = drained;
    this.inQueues = drained.stream().map(Drained::message).collect(Collectors.toSet());
  }

  /**
   * Compares what the program says with what a second witness saw.
   *
   * @param summary of the run
   * @param drained all that lay in queues when all had ended
   * @param lossless whether the broker may not lose any message, by what it promises
   * @return which laws are broken; empty if the account closes
   */
  static List<String> brokenBy(
      Setup setup,
      MessageFates program,
      RunSummary summary,
      List<Drained> drained,
      boolean lossless) {
    Law law = new Law(setup, program, summary, drained);
    law.nothingIsMissing(lossless);
    law.nothingComesFromNowhere();
    law.countsAreThoseOfMessages();
    law.doubtsAreThoseOfMessages();
    return law.broken;
  }

  private void nothingIsMissing(boolean lossless) {
    Set<MessageKey> missing = program.missing();
    Set<MessageKey> gone = without(missing, inQueues);
    if (lossless && gone.size() > getsInDoubt()) {
      broken.add("acknowledged and neither received nor in a queue: " + some(gone));
    }
    long lost = delivery("lost");
    long notArrived = delivery("notArrived");
    // requesters end before responders: what is answered last nobody misses
    if (setup.roundTrips()
        ? lost + notArrived > missing.size()
        : lost + notArrived != missing.size()) {
      broken.add(
          "says lost %d and not arrived %d, of %d that were not received: %s"
              .formatted(lost, notArrived, missing.size(), some(missing)));
    }
    if (notArrived > drained.size()) {
      broken.add(
          "says not arrived %d, but only %d are in queues".formatted(notArrived, drained.size()));
    }
    if (setup.transacted()) {
      Set<MessageKey> both = new HashSet<>(program.of(Fate.RECEIVED));
      both.removeAll(program.of(Fate.RECEIVED_IN_DOUBT));
      both.removeAll(program.of(Fate.DUPLICATE));
      both.retainAll(inQueues);
      if (!both.isEmpty()) {
        broken.add("received for good and still in a queue: " + some(both));
      }
    }
  }

  /** A get outside a transaction that got no answer may have taken its message with it. */
  private long getsInDoubt() {
    if (setup.transacted()) {
      return 0;
    }
    return account(setup.consumers(), "inDoubt")
        + (setup.roundTrips() ? account(setup.producers(), "inDoubt") : 0);
  }

  private void nothingComesFromNowhere() {
    Set<MessageKey> seen = new HashSet<>(program.arrived());
    seen.addAll(inQueues);
    Set<MessageKey> unknown = without(seen, program.perhapsSent());
    if (!unknown.isEmpty()) {
      broken.add("arrived, but neither sent nor in doubt: " + some(unknown));
    }
    drained.forEach(each -> program.identify(each.message(), each.id()));
    if (!program.withSeveralIds().isEmpty()) {
      broken.add("other messages than those that were sent: " + some(program.withSeveralIds()));
    }
  }

  private void countsAreThoseOfMessages() {
    same("duplicates", delivery("duplicates"), program.duplicates());
    same("duplicates told one by one", program.count(Fate.DUPLICATE), program.duplicates());
    same("corrupt", delivery("corrupt"), 0);
    if (!setup.roundTrips()) { // whose iterations are two messages
      same("sent", account("senders", "done"), program.count(Fate.SENT));
      same(
          "received",
          account("receivers", "done"),
          program.count(Fate.RECEIVED) + program.count(Fate.DUPLICATE) - duplicatesInDoubt());
      if (setup.transacted()) {
        doubts(
            "received", "receivers", program.count(Fate.RECEIVED_IN_DOUBT) + duplicatesInDoubt());
      } else { // a get in doubt has no message
        same("messages received in doubt", 0, program.count(Fate.RECEIVED_IN_DOUBT));
      }
    }
  }

  /**
   * Duplicates of a transaction in doubt have the one fate in the file, and the other in counts.
   */
  private long duplicatesInDoubt() {
    return setup.transacted()
        ? Math.max(0, account("receivers", "inDoubt") - program.count(Fate.RECEIVED_IN_DOUBT))
        : 0;
  }

  private void doubtsAreThoseOfMessages() {
    if (setup.roundTrips()) {
      return;
    }
    Set<MessageKey> doubtful = program.of(Fate.SENT_IN_DOUBT);
    same("possibly lost", delivery("possiblyLost"), without(doubtful, program.arrived()).size());
    doubts("sent", "senders", doubtful.size());
    long inDoubt = account("senders", "inDoubt");
    Set<MessageKey> came = new HashSet<>(program.arrived());
    came.addAll(inQueues);
    came.retainAll(doubtful);
    if (came.size() > inDoubt) {
      broken.add(
          "says in doubt %d, but %d such arrived: %s".formatted(inDoubt, came.size(), some(came)));
    }
  }

  /**
   * Who knows from its client that a call was not carried out counts its iteration as failed, but
   * still excuses its message.
   */
  private void doubts(String what, String workload, long messages) {
    long inDoubt = account(workload, "inDoubt");
    long failed = account(workload, "failed");
    if (inDoubt > messages || messages > inDoubt + failed) {
      broken.add(
          "says %s in doubt %d and failed %d, of %d whose fate is not known"
              .formatted(what, inDoubt, failed, messages));
    }
  }

  private void same(String what, long said, long counted) {
    if (said != counted) {
      broken.add("says %s %d, and it is %d".formatted(what, said, counted));
    }
  }

  private long delivery(String figure) {
    return List.of(setup.producers(), setup.consumers()).stream()
        .map(name -> summary.workload(name).optJSONObject("delivery"))
        .mapToLong(found -> found == null ? 0 : found.optLong(figure))
        .sum();
  }

  private long account(String workload, String term) {
    return summary.workload(workload).getJSONObject("wholeAccount").getLong(term);
  }

  private static Set<MessageKey> without(Set<MessageKey> all, Set<MessageKey> some) {
    Set<MessageKey> rest = new HashSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static String some(Collection<MessageKey> keys) {
    return keys.size() + " of them, as " + keys.stream().limit(5).toList();
  }
}
