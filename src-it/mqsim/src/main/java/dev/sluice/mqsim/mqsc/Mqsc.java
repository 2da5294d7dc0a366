package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.manager.Listeners;
import dev.sluice.mqsim.manager.Listeners.Control;
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
 * Runs MQSC commands at one simulated queue manager; the README lists them. Attributes for which
 * the simulator has nothing are accepted and have no effect. Called on the event loop of the queue
 * manager.
 */
public final class Mqsc {

  private static final int DEFAULT_PORT = 1414;

  /** What SYSTEM.DEFAULT.LOCAL.QUEUE of a new queue manager says. */
  private static final QueueDefinition DEFAULT_QUEUE =
      QueueDefinition.DEFAULT.withMaxDepth(5_000).withMaxMessageBytes(4 * 1_024 * 1_024);

  private static final Pattern CONNECTION_NAME =
      Pattern.compile("([^(),\\s]+)\\s*(?:\\(\\s*([0-9]{1,5})\\s*\\))?");

  private final QueueManager queueManager;
  private final ChannelInitiator channels;
  private final SecurityCommands security;

  public Mqsc(QueueManager queueManager, ChannelInitiator channels) {
    this.queueManager = queueManager;
    this.channels = channels;
    this.security = new SecurityCommands(queueManager);
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
    switch (command.verb() + " " + command.object()) {
      case "DEFINE QLOCAL" -> defineLocalQueue(command);
      case "DEFINE QREMOTE" -> defineRemoteQueue(command);
      case "DEFINE CHANNEL" -> defineChannel(command);
      case "ALTER CHANNEL" -> alterChannel(command);
      case "START CHANNEL" -> startChannel(command);
      case "STOP CHANNEL" -> channels.stop(sender(command));
      case "DEFINE LISTENER", "ALTER LISTENER" -> defineListener(command);
      case "START LISTENER" -> runListener(command, true);
      case "STOP LISTENER" -> runListener(command, false);
      case "ALTER QLOCAL" -> alterLocalQueue(command);
      case "ALTER QMGR" -> {
        security.queueManager(command);
        queueManager.maxHandles(command.number("MAXHANDS", queueManager.maxHandles()));
        queueManager.maxUncommittedMessages(
            command.number("MAXUMSGS", queueManager.maxUncommittedMessages()));
      }
      case "DEFINE AUTHINFO", "ALTER AUTHINFO" -> security.authentication(command);
      case "REFRESH SECURITY" -> security.refresh();
      case "SET CHLAUTH" -> security.channelRecord(command);
      case "SET AUTHREC" -> security.authorityRecord(command);
      case "ALTER QMODEL" -> {}
      case "DISPLAY CHSTATUS" -> {
        return displayChannels(command);
      }
      case "DISPLAY LSSTATUS" -> {
        return displayListener(command);
      }
      case "DISPLAY QLOCAL" -> {
        return displayQueues(command);
      }
      default -> throw command.failure("the simulated queue manager does not have it");
    }
    return List.of();
  }

  private void startChannel(MqscCommand command) {
    String name = sender(command);
    if (channels.isRunning(name) && !command.text("IGNSTATE", "NO").equals("YES")) {
      throw new IllegalArgumentException("AMQ9514E: Channel '%s' is in use.".formatted(name));
    }
    channels.start(name);
  }

  private String sender(MqscCommand command) {
    String name = command.requiredName();
    if (!channels.isSender(name)) {
      throw command.notFound();
    }
    return name;
  }

  private void defineListener(MqscCommand command) {
    Listeners listeners = queueManager.listeners();
    String name = command.requiredName();
    Control before = listeners.control(name);
    if (command.verb().equals("DEFINE")) {
      command.requireReplace(before != null);
    } else if (before == null) {
      throw command.notFound();
    }
    Control otherwise = before == null ? Control.MANUAL : before;
    listeners.define(name, command.choice("CONTROL", Control.class, otherwise));
  }

  private void runListener(MqscCommand command, boolean runs) {
    Listeners listeners = queueManager.listeners();
    String name = command.name().isEmpty() ? "SYSTEM.DEFAULT.LISTENER.TCP" : command.name();
    if (listeners.control(name) == null) {
      throw command.notFound(name);
    }
    if (listeners.isRunning(name) == runs && !command.text("IGNSTATE", "NO").equals("YES")) {
      throw new IllegalArgumentException(
          runs ? "AMQ8730E: Listener already active." : "AMQ8731E: Listener not active.");
    }
    listeners.run(name, runs);
  }

  private List<String> displayListener(MqscCommand command) {
    String name = command.requiredName();
    if (!queueManager.listeners().isRunning(name)) {
      throw command.notFound();
    }
    return List.of("LISTENER(%s) STATUS(RUNNING)".formatted(name));
  }

  private void defineLocalQueue(MqscCommand command) {
    String name = command.requiredName();
    command.requireReplace(queueManager.isDefined(name));
    LocalQueue queue = queueManager.define(name, DEFAULT_QUEUE);
    queue.definition(changed(command, DEFAULT_QUEUE));
    if (command.text("USAGE", "NORMAL").equals("XMITQ")) {
      queueManager.routes().define(queue);
    }
    if (!command.text("CLUSTER", "").isEmpty()) {
      channels.offerToCluster(queue.name());
    }
  }

  private static QueueDefinition changed(MqscCommand command, QueueDefinition before) {
    return before
        .withMaxDepth(command.number("MAXDEPTH", before.maxDepth()))
        .withMaxMessageBytes(command.number("MAXMSGL", before.maxMessageBytes()))
        .withBackout(
            command.number("BOTHRESH", before.backoutThreshold()),
            command.text("BOQNAME", before.backoutQueue()));
  }

  private void alterLocalQueue(MqscCommand command) {
    if (!queueManager.hasQueue(command.requiredName())) {
      throw command.notFound();
    }
    LocalQueue queue = queueManager.define(command.name(), DEFAULT_QUEUE);
    queue.definition(changed(command, queue.definition()));
    String put = command.text("PUT", "");
    if (!put.isEmpty()) {
      queue.putInhibited(put.equals("DISABLED"));
    }
  }

  private void defineRemoteQueue(MqscCommand command) {
    command.requireReplace(queueManager.isDefined(command.requiredName()));
    queueManager
        .routes()
        .define(
            command.name(),
            new RemoteDefinition(
                command.text("RNAME", command.name()),
                command.required("RQMNAME"),
                command.text("XMITQ", "")));
  }

  private void defineChannel(MqscCommand command) {
    String keyword = command.required("CHLTYPE");
    String name = command.requiredName();
    command.requireReplace(isDefined(name));
    if (keyword.equals("CLNTCONN")) {
      return; // that is the client's own table
    }
    if (keyword.equals("SVRCONN")) {
      security.channel(command);
      return;
    }
    ChannelDefinition.Type type =
        Arrays.stream(ChannelDefinition.Type.values())
            .filter(each -> each.keyword().equals(keyword))
            .findFirst()
            .orElseThrow(() -> command.failure("CHLTYPE(%s) is not supported".formatted(keyword)));
    Matcher connection = CONNECTION_NAME.matcher("");
    if (type != ChannelDefinition.Type.RECEIVER
        && !connection.reset(command.required("CONNAME")).matches()) {
      throw command.failure("CONNAME must be 'HOST(PORT)'");
    }
    boolean located = type != ChannelDefinition.Type.RECEIVER;
    channels.define(
        new ChannelDefinition(
            command.requiredName(),
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

  private boolean isDefined(String channel) {
    return channels.isDefined(channel)
        || queueManager.security().userOfChannel(channel).isPresent();
  }

  private void alterChannel(MqscCommand command) {
    String name = command.requiredName();
    if (command.required("CHLTYPE").equals("SVRCONN")) {
      security.channel(command);
    } else if (!channels.isDefined(name) && !name.startsWith("SYSTEM.")) {
      throw command.notFound();
    }
  }

  private List<String> displayChannels(MqscCommand command) {
    List<String> lines =
        channels.status().stream()
            .filter(status -> fits(command.requiredName(), status.name()))
            .map(Mqsc::line)
            .toList();
    if (lines.isEmpty()) {
      throw new IllegalArgumentException("AMQ8420I: Channel Status not found.");
    }
    return lines;
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
    List<String> lines =
        queueManager.queues().stream()
            .filter(queue -> fits(command.requiredName(), queue.name()))
            .map(
                queue ->
                    "QUEUE(%s) TYPE(QLOCAL) CURDEPTH(%d)".formatted(queue.name(), queue.depth()))
            .toList();
    if (lines.isEmpty()) {
      throw command.notFound();
    }
    return lines;
  }

  /** A generic name ends with an asterisk. */
  private static boolean fits(String generic, String name) {
    return generic.endsWith("*")
        ? name.startsWith(generic.substring(0, generic.length() - 1))
        : name.equals(generic);
  }
}
