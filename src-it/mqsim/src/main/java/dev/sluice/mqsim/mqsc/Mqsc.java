package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.RemoteDefinition;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.transmission.ChannelDefinition;
import dev.sluice.mqsim.transmission.ChannelInitiator;
import dev.sluice.mqsim.transmission.ChannelStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs MQSC commands at one simulated queue manager: DEFINE of local queues (also transmission and
 * cluster queues), remote queues and message channels; ALTER of a local queue's PUT and of the
 * queue manager's MAXHANDS; START and STOP of channels; DISPLAY of the status of channels and of
 * the depth of queues. Commands for client channels, listeners and rights, ALTER of channels, and
 * attributes for which the simulator has nothing are accepted and have no effect. Called on the
 * event loop of the queue manager.
 */
public final class Mqsc {

  private static final int DEFAULT_PORT = 1414;
  private static final Pattern CONNECTION_NAME =
      Pattern.compile("([^(),\\s]+)\\s*(?:\\(\\s*([0-9]{1,5})\\s*\\))?");

  private final QueueManager queueManager;
  private final ChannelInitiator channels;

  public Mqsc(QueueManager queueManager, ChannelInitiator channels) {
    this.queueManager = queueManager;
    this.channels = channels;
  }

  /**
   * Runs the commands in a text and returns what they display.
   *
   * @throws IllegalArgumentException if a command cannot be read or is not known, or its object is
   *     not; those before it have been run
   */
  public List<String> run(String text) {
    List<String> output = new ArrayList<>();
    MqscCommand.readAll(text).forEach(command -> output.addAll(run(command)));
    return output;
  }

  private List<String> run(MqscCommand command) {
    String what = command.verb() + " " + command.object();
    switch (what) {
      case "DEFINE QLOCAL" -> defineLocalQueue(command);
      case "DEFINE QREMOTE" -> defineRemoteQueue(command);
      case "DEFINE CHANNEL" -> defineChannel(command);
      case "START CHANNEL" -> channels.start(name(command));
      case "STOP CHANNEL" -> channels.stop(name(command));
      case "DISPLAY CHSTATUS" -> {
        return displayChannels(command);
      }
      case "DISPLAY QLOCAL" -> {
        return displayQueues(command);
      }
      case "ALTER QLOCAL" -> alterLocalQueue(command);
      case "ALTER QMGR" ->
          queueManager.maxHandles(command.number("MAXHANDS", queueManager.maxHandles()));
      case "ALTER CHANNEL", "DEFINE LISTENER", "START LISTENER" -> {}
      case "SET CHLAUTH", "SET AUTHREC" -> {}
      default ->
          throw new IllegalArgumentException(
              "'%s' is not supported; use DEFINE QLOCAL, QREMOTE, CHANNEL, START and STOP"
                      .formatted(command.text())
                  + " CHANNEL, DISPLAY CHSTATUS and QLOCAL");
    }
    return List.of();
  }

  private static String name(MqscCommand command) {
    if (command.name().isEmpty()) {
      throw new IllegalArgumentException("a name is missing in '%s'".formatted(command.text()));
    }
    return command.name();
  }

  private void defineLocalQueue(MqscCommand command) {
    int maxDepth = command.number("MAXDEPTH", QueueDefinition.DEFAULT.maxDepth());
    int maxLength = command.number("MAXMSGL", QueueDefinition.DEFAULT.maxMessageBytes());
    LocalQueue queue =
        queueManager.define(
            name(command),
            QueueDefinition.DEFAULT.withMaxDepth(maxDepth).withMaxMessageBytes(maxLength));
    if (command.text("USAGE", "NORMAL").equals("XMITQ")) {
      queueManager.routes().define(queue);
    }
    if (!command.text("CLUSTER", "").isEmpty()) {
      channels.offerToCluster(queue.name());
    }
  }

  private void alterLocalQueue(MqscCommand command) {
    String put = command.text("PUT", "");
    if (!put.isEmpty()) {
      queueManager.queue(name(command)).putInhibited(put.equals("DISABLED"));
    }
  }

  private void defineRemoteQueue(MqscCommand command) {
    queueManager
        .routes()
        .define(
            name(command),
            new RemoteDefinition(
                command.text("RNAME", command.name()),
                command.required("RQMNAME"),
                command.text("XMITQ", "")));
  }

  private void defineChannel(MqscCommand command) {
    String keyword = command.required("CHLTYPE");
    if (keyword.equals("SVRCONN") || keyword.equals("CLNTCONN")) {
      return; // clients have one channel, see ChannelSettings
    }
    ChannelDefinition.Type type =
        Arrays.stream(ChannelDefinition.Type.values())
            .filter(each -> each.keyword().equals(keyword))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "CHLTYPE(%s) is not supported: '%s'".formatted(keyword, command.text())));
    Matcher connection = CONNECTION_NAME.matcher("");
    if (type != ChannelDefinition.Type.RECEIVER
        && !connection.reset(command.required("CONNAME")).matches()) {
      throw new IllegalArgumentException(
          "CONNAME must be 'HOST(PORT)' in '%s'".formatted(command.text()));
    }
    boolean located = type != ChannelDefinition.Type.RECEIVER;
    channels.define(
        new ChannelDefinition(
            name(command),
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
            new ChannelDefinition.Retry(
                command.number("SHORTRTY", 10), command.number("SHORTTMR", 60)),
            new ChannelDefinition.Retry(
                command.number("LONGRTY", 999_999_999), command.number("LONGTMR", 1_200))));
  }

  private List<String> displayChannels(MqscCommand command) {
    return channels.status().stream()
        .filter(status -> fits(name(command), status.name()))
        .map(Mqsc::line)
        .toList();
  }

  private static String line(ChannelStatus status) {
    return "CHANNEL(%s) CHLTYPE(%s) STATUS(%s) MSGS(%d) BATCHES(%d) SHORTRTS(%d) LONGRTS(%d) RETRIES(%d)"
        .formatted(
            status.name(),
            status.type().keyword(),
            status.state(),
            status.messages(),
            status.batches(),
            status.shortRetriesLeft(),
            status.longRetriesLeft(),
            status.retries());
  }

  private List<String> displayQueues(MqscCommand command) {
    return queueManager.queues().stream()
        .filter(queue -> fits(name(command), queue.name()))
        .map(queue -> "QUEUE(%s) TYPE(QLOCAL) CURDEPTH(%d)".formatted(queue.name(), queue.depth()))
        .toList();
  }

  /** A generic name ends with an asterisk. */
  private static boolean fits(String generic, String name) {
    return generic.endsWith("*")
        ? name.startsWith(generic.substring(0, generic.length() - 1))
        : name.equals(generic);
  }
}
