package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.transmission.ChannelDefinition;
import dev.sluice.mqsim.transmission.ChannelInitiator;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands about channels. */
final class ChannelCommands {

  private static final int DEFAULT_PORT = 1414;

  /** The first of several counts. */
  private static final Pattern CONNECTION_NAME =
      Pattern.compile("([^(),+\\s]+)\\s*(?:\\(\\s*([0-9]{1,5})\\s*\\))?\\s*(?:,.*)?");

  private final ChannelInitiator channels;
  private final SecurityCommands security;

  ChannelCommands(ChannelInitiator channels, SecurityCommands security) {
    this.channels = channels;
    this.security = security;
  }

  /** DEFINE CHANNEL and ALTER CHANNEL; ALTER of a message channel has no effect. */
  void define(MqscCommand command) {
    String keyword = command.required("CHLTYPE");
    if (keyword.equals("SVRCONN")) {
      security.channel(command);
    } else if (command.verb().equals("DEFINE") && !keyword.equals("CLNTCONN")) {
      channels.define(definition(command, type(command, keyword))); // CLNTCONN is the client's own
    }
  }

  private static ChannelDefinition.Type type(MqscCommand command, String keyword) {
    return Arrays.stream(ChannelDefinition.Type.values())
        .filter(each -> each.keyword().equals(keyword))
        .findFirst()
        .orElseThrow(() -> command.failure("CHLTYPE(%s) is not supported".formatted(keyword)));
  }

  private static ChannelDefinition definition(MqscCommand command, ChannelDefinition.Type type) {
    Matcher connection = CONNECTION_NAME.matcher("");
    boolean located = type != ChannelDefinition.Type.RECEIVER;
    if (located && !connection.reset(command.required("CONNAME")).matches()) {
      throw command.failure("CONNAME must be 'HOST(PORT)'");
    }
    return new ChannelDefinition(
        command.name(),
        type,
        type == ChannelDefinition.Type.SENDER || type == ChannelDefinition.Type.RECEIVER
            ? ""
            : command.required("CLUSTER"),
        located ? connection.group(1) : "",
        located && connection.group(2) != null
            ? Integer.parseInt(connection.group(2))
            : DEFAULT_PORT,
        type == ChannelDefinition.Type.SENDER ? command.required("XMITQ") : "",
        Math.max(1, command.number("BATCHSZ", 50)),
        command.number("HBINT", 300),
        new ChannelDefinition.Retry(command.number("SHORTRTY", 10), command.number("SHORTTMR", 60)),
        new ChannelDefinition.Retry(
            command.number("LONGRTY", 999_999_999), command.number("LONGTMR", 1_200)));
  }

  /** START CHANNEL and STOP CHANNEL, of a sender. */
  void run(MqscCommand command) {
    if (command.verb().equals("STOP")) {
      channels.stop(command.name());
      return;
    }
    if (!command.text("IGNSTATE", "NO").equals("YES")) {
      requireStopped(command.name());
    }
    channels.start(command.name());
  }

  /** DELETE CHANNEL. */
  void delete(MqscCommand command) {
    requireStopped(command.name());
    channels.delete(command.name());
  }

  private void requireStopped(String name) {
    if (channels.isSender(name) && channels.isRunning(name)) {
      throw new IllegalArgumentException("AMQ9514E: Channel '%s' is in use.".formatted(name));
    }
  }
}
