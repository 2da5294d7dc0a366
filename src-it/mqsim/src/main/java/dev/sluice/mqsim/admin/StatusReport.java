package dev.sluice.mqsim.admin;

import dev.sluice.mqsim.cluster.ApplicationStatus;
import dev.sluice.mqsim.cluster.MemberStatus;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows the state of a cluster to people and to programs. */
final class StatusReport {

  private StatusReport() {}

  /** A line per member, and a line per application below it. */
  static List<String> text(List<MemberStatus> members) {
    return members.stream().flatMap(member -> text(member).lines()).toList();
  }

  private static String text(MemberStatus member) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-12s port %-5d %-7s%s sockets %-4d put/s %-8.1f get/s %-8.1f util %3.0f%% depth %d"
                + " channels %d",
            member.name(),
            member.port(),
            member.state(),
            member.networkCut() ? " CUT" : "",
            member.sockets(),
            member.putsPerSecond(),
            member.getsPerSecond(),
            100 * member.utilisation(),
            member.depth(),
            member.runningChannels()));
    member
        .applications()
        .forEach(
            (name, application) ->
                text.append(
                    "%n  application %-28s instances %-4d connections %d"
                        .formatted(name, application.instances(), application.conversations())));
    return text.toString();
  }

  /** One line of JSON. */
  static String json(List<MemberStatus> members) {
    return members.stream().map(StatusReport::json).collect(Collectors.joining(",", "[", "]"));
  }

  private static String json(MemberStatus member) {
    return String.format(
        Locale.ROOT,
        "{\"name\":%s,\"port\":%d,\"state\":\"%s\",\"networkCut\":%b,\"sockets\":%d,"
            + "\"puts\":%d,\"gets\":%d,\"putsPerSecond\":%.1f,\"getsPerSecond\":%.1f,"
            + "\"utilisation\":%.3f,\"applications\":{%s},\"depths\":{%s},"
            + "\"runningChannels\":%d,\"channelRetries\":%d}",
        quoted(member.name()),
        member.port(),
        member.state(),
        member.networkCut(),
        member.sockets(),
        member.puts(),
        member.gets(),
        member.putsPerSecond(),
        member.getsPerSecond(),
        member.utilisation(),
        member.applications().entrySet().stream()
            .map(StatusReport::json)
            .collect(Collectors.joining(",")),
        member.depths().entrySet().stream()
            .map(entry -> quoted(entry.getKey()) + ":" + entry.getValue())
            .collect(Collectors.joining(",")),
        member.runningChannels(),
        member.channelRetries());
  }

  private static String json(Map.Entry<String, ApplicationStatus> application) {
    return "%s:{\"instances\":%d,\"connections\":%d}"
        .formatted(
            quoted(application.getKey()),
            application.getValue().instances(),
            application.getValue().conversations());
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
