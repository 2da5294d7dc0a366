package dev.sluice.control.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The first words of commands, with what {@code help} says about them. */
enum Verb {
  RATE(
      "rate [WORKLOAD] N | +N | -N | +N% | -N% [over 30s]",
      "Sets, raises or lowers the rate of each worker, per second; 0 = as fast as possible.",
      "rate 116",
      "rate +115",
      "rate senders -10% over 30s"),
  TOTAL(
      "total [WORKLOAD] N [over 30s]",
      "Sets the rate of all workers together, per second; 0 = as fast as possible.",
      "total 20700"),
  PAUSE("pause [WORKLOAD]", "Holds workers before their next iteration.", "pause"),
  RESUME(
      "resume [WORKLOAD]",
      "Goes on after a pause; what was not done meanwhile is not owed.",
      "resume"),
  THREADS(
      "threads [WORKLOAD] +N | -N",
      "Starts more workers, or ends some; answers when they are up or have ended.",
      "threads +20"),
  STATUS("status [json]", "How the run and its workloads stand now.", "status", "status json"),
  STATS("stats [json]", "The last statistics interval.", "stats", "stats json"),
  WATCH(
      "watch [PERIOD] [json]",
      "A line per workload and statistics interval, or per period if that is longer, until you send"
          + " a line.",
      "watch",
      "watch 10s",
      "watch json"),
  MARK("mark TEXT", "Puts a remark on the time line, in all outputs.", "mark fail-over started"),
  STOP("stop", "Ends the run, with its summary.", "stop"),
  HELP("help [COMMAND]", "Lists the commands, or explains one.", "help rate"),
  AUTH("auth TOKEN", "Opens the socket, where it needs a token.", "auth s3cretW0rd"),
  QUIT("quit", "Closes this connection (also: exit).", "quit"),
  ALTER(
      "ALTER -rt N",
      "JMSPerfHarness: sets the rate of each worker, per second; 0 = as fast as possible.",
      "ALTER -rt 116"),
  REPORT("REPORT -stats", "JMSPerfHarness: the last statistics interval.", "REPORT -stats"),
  START("START [-nt N]", "JMSPerfHarness: starts N more workers, or 1.", "START -nt 20"),
  END("END [-nt N]", "JMSPerfHarness: ends N workers, or all and with them the run.", "END -nt 20");

  private static final String EXIT = "exit";

  private final String usage;
  private final String explanation;
  private final String examples; // one a line

  Verb(String usage, String explanation, String... examples) {
    this.usage = usage;
    this.explanation = explanation;
    this.examples = String.join("\n", examples);
  }

  /** The verb of this name, in whatever case. */
  static Optional<Verb> named(String word) {
    String name = word.equalsIgnoreCase(EXIT) ? QUIT.word() : word;
    return Arrays.stream(values()).filter(v -> v.name().equalsIgnoreCase(name)).findFirst();
  }

  /** How it is typed. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String usage() {
    return usage;
  }

  /** The lines of {@code help}, without the last. */
  static List<String> allHelp() {
    int width = Arrays.stream(values()).mapToInt(v -> v.usage.length()).max().orElseThrow();
    return Arrays.stream(values())
        .map(v -> String.format(Locale.ROOT, "%-" + width + "s  %s", v.usage, v.explanation))
        .toList();
  }

  /** The lines of {@code help COMMAND}, without the last. */
  List<String> help() {
    return Stream.concat(
            Stream.of("usage: " + usage, explanation), examples.lines().map("example: "::concat))
        .toList();
  }
}
