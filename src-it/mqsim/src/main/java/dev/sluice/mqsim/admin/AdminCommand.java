package dev.sluice.mqsim.admin;

import dev.sluice.mqsim.conversation.Immovability;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A command, as data. */
sealed interface AdminCommand {

  record Start(String member) implements AdminCommand {}

  record Stop(String member, boolean reconnect) implements AdminCommand {}

  record Kill(String member) implements AdminCommand {}

  record Status(boolean json) implements AdminCommand {}

  record BalanceNow() implements AdminCommand {}

  record BalanceEvery(Duration interval) implements AdminCommand {}

  record BalanceOff() implements AdminCommand {}

  record CutNetwork(String member) implements AdminCommand {}

  record RestoreNetwork(String member) implements AdminCommand {}

  record CutChannels(String member) implements AdminCommand {}

  record RestoreChannels(String member) implements AdminCommand {}

  /**
   * A command of MQSC.
   *
   * @param command empty if a script follows
   */
  record Mqsc(String member, String command) implements AdminCommand {}

  record DeadLetter(String member, String queue, int reason) implements AdminCommand {}

  record Capacity(String member, int messagesPerSecond) implements AdminCommand {}

  record Publish(String member) implements AdminCommand {}

  record Hold(String application, Immovability reason) implements AdminCommand {}

  record Help() implements AdminCommand {}

  record Quit() implements AdminCommand {}

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no command; the message says what was expected
   */
  static AdminCommand parse(String line) {
    List<String> words = Arrays.asList(line.trim().split("\\s+"));
    String arguments = String.join(" ", words.subList(1, words.size()));
    return switch (words.get(0)) {
      case "start" -> new Start(name(arguments, "start NAME"));
      case "stop" -> stop(arguments);
      case "kill" -> new Kill(name(arguments, "kill NAME"));
      case "status" -> status(arguments);
      case "balance" -> balance(arguments);
      case "network" -> network(arguments);
      case "channels" -> channels(arguments);
      case "mqsc" -> mqsc(line.strip().substring("mqsc".length()).strip());
      case "dead-letter" -> deadLetter(words);
      case "capacity" -> capacity(words);
      case "hold" -> hold(words);
      case "publish" -> new Publish(name(arguments, "publish NAME"));
      case "help" -> new Help();
      case "quit" -> new Quit();
      default ->
          throw new IllegalArgumentException(
              "unknown command '%s'; try help".formatted(words.get(0)));
    };
  }

  private static AdminCommand stop(String arguments) {
    boolean reconnect = arguments.startsWith("-r ");
    String member = reconnect ? arguments.substring(3) : arguments;
    return new Stop(name(member, "stop [-r] NAME"), reconnect);
  }

  private static AdminCommand status(String arguments) {
    return switch (arguments) {
      case "" -> new Status(false);
      case "json" -> new Status(true);
      default -> throw usage("status [json]");
    };
  }

  private static AdminCommand balance(String arguments) {
    if (arguments.matches("every [1-9][0-9]{0,5}s")) {
      String seconds = arguments.substring("every ".length(), arguments.length() - 1);
      return new BalanceEvery(Duration.ofSeconds(Long.parseLong(seconds)));
    }
    return switch (arguments) {
      case "now" -> new BalanceNow();
      case "off" -> new BalanceOff();
      default -> throw usage("balance now | balance every 5s | balance off");
    };
  }

  private static AdminCommand network(String arguments) {
    String usage = "network cut|restore NAME";
    if (arguments.startsWith("cut ")) {
      return new CutNetwork(name(arguments.substring("cut ".length()), usage));
    }
    if (arguments.startsWith("restore ")) {
      return new RestoreNetwork(name(arguments.substring("restore ".length()), usage));
    }
    throw usage(usage);
  }

  private static AdminCommand channels(String arguments) {
    String usage = "channels cut|restore NAME";
    if (arguments.startsWith("cut ")) {
      return new CutChannels(name(arguments.substring("cut ".length()), usage));
    }
    if (arguments.startsWith("restore ")) {
      return new RestoreChannels(name(arguments.substring("restore ".length()), usage));
    }
    throw usage(usage);
  }

  private static AdminCommand mqsc(String arguments) {
    int end = (arguments + " ").indexOf(' ');
    return new Mqsc(
        name(arguments.substring(0, end), "mqsc NAME [COMMAND], as mqsc QM1 DISPLAY CHSTATUS(*)"),
        arguments.substring(end).strip());
  }

  private static AdminCommand deadLetter(List<String> words) {
    if (words.size() != 4 || !words.get(3).matches("[1-9][0-9]{3}")) {
      throw usage("dead-letter NAME QUEUE REASON, as dead-letter QM1 REPLY 2053");
    }
    return new DeadLetter(words.get(1), words.get(2), Integer.parseInt(words.get(3)));
  }

  private static AdminCommand capacity(List<String> words) {
    if (words.size() != 3 || !words.get(2).matches("[0-9]{1,9}")) {
      throw usage("capacity NAME MESSAGES-PER-SECOND, as capacity QM1 500");
    }
    return new Capacity(words.get(1), Integer.parseInt(words.get(2)));
  }

  private static AdminCommand hold(List<String> words) {
    List<Immovability> reasons =
        Arrays.stream(Immovability.values())
            .filter(each -> words.size() == 3 && each.name().equals(words.get(2)))
            .toList();
    if (reasons.isEmpty()) {
      throw usage(
          "hold APPLICATION REASON, where REASON is one of " + List.of(Immovability.values()));
    }
    return new Hold(words.get(1), reasons.get(0));
  }

  private static String name(String word, String usage) {
    if (word.isEmpty() || word.contains(" ") || word.startsWith("-")) {
      throw usage(usage);
    }
    return word;
  }

  private static IllegalArgumentException usage(String usage) {
    return new IllegalArgumentException("expected: " + usage);
  }
}
