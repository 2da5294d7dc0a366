package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.jms.provider.ibmmq.ccdt.CcdtFinding.Severity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Mistakes of several entries together. */
record GroupRules(Ccdt table, Consumer<CcdtFinding> findings) {

  /** The key by which the client takes two entries for the same. */
  private record Identity(String channel, String queueManager, List<CcdtAddress> addresses) {

    static Identity of(CcdtEntry entry) {
      return new Identity(entry.channel(), entry.queueManager(), entry.addresses());
    }
  }

  void check() {
    checkDuplicates();
    for (String name : table.queueManagers()) {
      List<CcdtEntry> entries = table.entriesOf(name);
      if (entries.size() > 1) {
        CcdtRoute route = CcdtRoute.of(table, RequestedQueueManager.of("*" + name));
        checkSpread(route);
        checkAffinities(route);
        checkRealNames(entries);
      }
    }
  }

  private void warn(String place, String message, String remedy) {
    findings.accept(new CcdtFinding(Severity.WARNING, place, message, remedy));
  }

  private void checkDuplicates() {
    Map<Identity, CcdtEntry> seen = new HashMap<>();
    for (CcdtEntry entry : table.entries()) {
      CcdtEntry earlier = seen.putIfAbsent(Identity.of(entry), entry);
      if (earlier != null) {
        warn(
            entry.place(),
            "has channel, queue manager and addresses of " + earlier.place(),
            "Remove one; use weights instead");
      }
    }
  }

  private void checkSpread(CcdtRoute route) {
    CcdtEntry start = route.entries().get(0);
    if (!route.first().isEmpty()) {
      warn(
          route.first().get(0).place() + ".connectionManagement.clientWeight",
          (start.weight().isEmpty() ? "is missing, which means 0" : "0")
              + ": always tried first, whatever the weights of the others in "
              + group(start)
              + ", so that all workers go to "
              + addresses(start)
              + " while it answers",
          "Give every entry of the group a weight from 1 to 99");
    }
    if (route.affinity() == CcdtAffinity.PREFERRED) {
      warn(
          start.place() + ".connectionManagement.affinity",
          (start.affinity().isEmpty() ? "is missing, which means preferred" : "preferred")
              + ": all workers of a process go to one queue manager of "
              + group(start),
          "Set none on every entry of the group");
    }
  }

  private void checkAffinities(CcdtRoute route) {
    boolean mixed =
        route.entries().stream().anyMatch(e -> e.effectiveAffinity() != route.affinity());
    if (mixed) {
      CcdtEntry start = route.entries().get(0);
      warn(
          start.place() + ".connectionManagement.affinity",
          "differs within "
              + group(start)
              + "; that of the last entry by channel name holds for all: "
              + route.affinity().word(),
          "Set the same affinity on every entry of the group");
    }
  }

  /** A uniform cluster asks an application to go to a queue manager by its real name. */
  private void checkRealNames(List<CcdtEntry> group) {
    Set<List<CcdtAddress>> places =
        group.stream().map(CcdtEntry::addresses).collect(Collectors.toSet());
    if (places.size() < 2) {
      return; // several channels of one queue manager
    }
    Set<List<CcdtAddress>> named = addressesOfRealNames();
    for (CcdtEntry entry : group) {
      if (!named.contains(entry.addresses())) {
        warn(
            entry.place(),
            "no other entry has the real name of this queue manager of "
                + group(entry)
                + ": a uniform cluster cannot move applications to it",
            "Add the same entry with the queue manager's own name");
      }
    }
  }

  /** Where names lead that lead to one place only. */
  private Set<List<CcdtAddress>> addressesOfRealNames() {
    Set<List<CcdtAddress>> named = new HashSet<>();
    for (String name : table.queueManagers()) {
      Set<List<CcdtAddress>> places =
          table.entriesOf(name).stream().map(CcdtEntry::addresses).collect(Collectors.toSet());
      if (!name.isEmpty() && places.size() == 1) {
        named.addAll(places);
      }
    }
    return named;
  }

  private static String group(CcdtEntry entry) {
    return entry.queueManager().isEmpty()
        ? "the default group"
        : "group '" + entry.queueManager() + "'";
  }

  private static String addresses(CcdtEntry entry) {
    return entry.addresses().isEmpty() ? entry.place() : entry.addresses().get(0).toString();
  }
}
