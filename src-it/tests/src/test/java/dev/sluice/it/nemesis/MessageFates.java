package dev.sluice.it.nemesis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a workload says of each of its messages, in the file of {@code --message-log}. */
final class MessageFates {

  /** The fates in the file. */
  enum Fate {
    SENT,
    SENT_IN_DOUBT,
    RECEIVED,
    RECEIVED_IN_DOUBT,
    DUPLICATE
  }

  private final Map<Fate, Map<MessageKey, Integer>> lines = new EnumMap<>(Fate.class);
  private final Map<MessageKey, String> ids = new HashMap<>();
  private final Set<MessageKey> otherIds = new HashSet<>();

  /** Of workloads whose files these are. */
  static MessageFates of(List<Path> files) throws IOException {
    MessageFates fates = new MessageFates();
    for (Path file : files) {
      if (Files.exists(file)) {
        Files.readAllLines(file).stream().skip(1).forEach(fates::add);
      }
    }
    return fates;
  }

  private MessageFates() {
    for (Fate fate : Fate.values()) {
      lines.put(fate, new HashMap<>());
    }
  }

  private void add(String line) {
    String[] columns = line.split(",", 4);
    if (columns.length < 4) {
      return; // which is being written
    }
    MessageKey key = new MessageKey(columns[3], Long.parseLong(columns[1]));
    Fate fate = Fate.valueOf(columns[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    lines.get(fate).merge(key, 1, Integer::sum);
    identify(key, columns[2]);
  }

  /** Remembers a message's id, and if somebody else saw another one. */
  void identify(MessageKey key, String id) {
    if (!id.isEmpty()) {
      String known = ids.putIfAbsent(key, id);
      if (known != null && !known.equals(id)) {
        otherIds.add(key);
      }
    }
  }

  /** Messages that have several ids, of which one at most can be right. */
  Set<MessageKey> withSeveralIds() {
    return otherIds;
  }

  Set<MessageKey> of(Fate fate) {
    return Set.copyOf(lines.get(fate).keySet());
  }

  /** How many lines have the fate. */
  long count(Fate fate) {
    return lines.get(fate).values().stream().mapToLong(Integer::longValue).sum();
  }

  /** All that came, for good or in doubt. */
  Set<MessageKey> arrived() {
    Set<MessageKey> arrived = new HashSet<>(of(Fate.RECEIVED));
    arrived.addAll(of(Fate.RECEIVED_IN_DOUBT));
    arrived.addAll(of(Fate.DUPLICATE));
    return arrived;
  }

  /** All that may have been sent. */
  Set<MessageKey> perhapsSent() {
    Set<MessageKey> sent = new HashSet<>(of(Fate.SENT));
    sent.addAll(of(Fate.SENT_IN_DOUBT));
    return sent;
  }

  /** What was sent for certain and has not come. */
  Set<MessageKey> missing() {
    Set<MessageKey> missing = new HashSet<>(of(Fate.SENT));
    missing.removeAll(arrived());
    return missing;
  }

  /** Arrivals beyond the first that no doubt excuses, counted again from the lines. */
  long duplicates() {
    long duplicates = 0;
    for (MessageKey key : arrived()) {
      int doubts = lines.get(Fate.RECEIVED_IN_DOUBT).getOrDefault(key, 0);
      int all =
          doubts
              + lines.get(Fate.RECEIVED).getOrDefault(key, 0)
              + lines.get(Fate.DUPLICATE).getOrDefault(key, 0);
      duplicates += all - 1 - Math.min(doubts, all - 1);
    }
    return duplicates;
  }

  long inDoubt() {
    return count(Fate.SENT_IN_DOUBT) + count(Fate.RECEIVED_IN_DOUBT);
  }
}
