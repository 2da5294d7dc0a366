package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.command.CommandServer;
import dev.sluice.mqsim.conversation.ClientConnection;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.mqsc.Definitions.Definition;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.transmission.ChannelInitiator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Runs MQSC commands at one simulated queue manager; the README lists them. Attributes for which
 * the simulator has nothing are kept and displayed, and have no effect; a command for which it has
 * nothing says so. Called on the event loop of the queue manager.
 */
public final class Mqsc {

  /** Objects that are only kept and displayed. */
  private static final Set<String> KEPT = Set.of("COMMINFO", "NAMELIST", "PROCESS", "SERVICE");

  /** Further commands that are valid, and have no effect. */
  private static final Set<String> OTHERS =
      Set.of(
          """
          CLEAR TOPICSTR, DELETE AUTHREC, DELETE POLICY, DISPLAY AUTHSERV, DISPLAY CLUSQMGR,
          DISPLAY ENTAUTH, DISPLAY POLICY, DISPLAY PUBSUB, DISPLAY SBSTATUS, DISPLAY SECURITY,
          DISPLAY SVSTATUS, DISPLAY TCLUSTER, DISPLAY TPSTATUS, PING CHANNEL, PURGE CHANNEL,
          REFRESH CLUSTER, REFRESH QMGR, RESET CHANNEL, RESET CLUSTER, RESET QMGR, RESOLVE CHANNEL,
          RESUME QMGR, SET LOG, SET POLICY, START CHINIT, START SERVICE, STOP CHINIT, STOP CONN,
          STOP SERVICE, SUSPEND QMGR"""
              .split(",\\s+"));

  private final QueueManager queueManager;
  private final ChannelInitiator initiator;
  private final Definitions definitions = new Definitions();
  private final QueueCommands queues;
  private final ChannelCommands channels;
  private final ListenerCommands listeners;
  private final TopicCommands topics;
  private final SecurityCommands security;
  private final Display display;

  /**
   * @param server asked for what PCF can inquire
   * @param connections of clients, now
   */
  public Mqsc(
      QueueManager queueManager,
      ChannelInitiator initiator,
      CommandServer server,
      Supplier<List<ClientConnection>> connections) {
    this.queueManager = queueManager;
    this.initiator = initiator;
    this.queues = new QueueCommands(queueManager, initiator);
    this.security = new SecurityCommands(queueManager);
    this.channels = new ChannelCommands(initiator, security);
    this.listeners = new ListenerCommands(queueManager.listeners());
    this.topics = new TopicCommands(queueManager);
    this.display = new Display(queueManager, initiator, server, connections, definitions);
  }

  /**
   * Runs the commands of a script, up to the first that fails, and completes with what they
   * display: an {@link IllegalArgumentException} says why a command has failed.
   */
  public CompletableFuture<List<String>> run(String script) {
    List<String> output = new ArrayList<>();
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    for (NumberedCommand command : MqscReader.commands(script)) {
      done = done.thenCompose(before -> run(command)).thenAccept(output::addAll);
    }
    return done.thenApply(all -> output);
  }

  /** Runs one command of a script. */
  public CompletableFuture<List<String>> run(NumberedCommand command) {
    return run(MqscCommand.read(command.text()));
  }

  private CompletableFuture<List<String>> run(MqscCommand command) {
    if (OTHERS.contains(command.verb() + " " + command.object())) {
      return CompletableFuture.completedFuture(notice(command));
    }
    try {
      return command.verb().equals("DISPLAY")
          ? display.run(command)
          : CompletableFuture.completedFuture(carryOut(command));
    } catch (CallFailedException e) {
      throw command.failure("reason code " + e.reason().code());
    }
  }

  private static List<String> notice(MqscCommand command) {
    return List.of("mqsim: accepted, without effect: " + command.text());
  }

  private List<String> carryOut(MqscCommand command) {
    switch (command.verb() + " " + command.object()) {
      case "ALTER QMGR" -> alterQueueManager(command);
      case "CLEAR QLOCAL" -> queues.clear(existing(command));
      case "START CHANNEL", "STOP CHANNEL" -> {
        if (!initiator.isSender(existing(command).name())) {
          return notice(command);
        }
        channels.run(command);
      }
      case "START LISTENER", "STOP LISTENER" -> listeners.run(command);
      case "REFRESH SECURITY" -> security.refresh();
      case "SET CHLAUTH" -> security.channelRecord(command);
      case "SET AUTHREC" -> security.authorityRecord(command);
      case "PING QMGR" -> {
        return List.of("AMQ8415I: Ping IBM MQ Queue Manager command complete.");
      }
      default -> {
        boolean known = Definitions.TYPES.contains(command.object());
        switch (known ? command.verb() : "") {
          case "DEFINE", "ALTER" -> define(command);
          case "DELETE" -> delete(existing(command));
          default -> throw command.failure("there is no such command");
        }
        return KEPT.contains(command.object()) ? notice(command) : List.of();
      }
    }
    return List.of();
  }

  private void alterQueueManager(MqscCommand command) {
    command.requireNames();
    security.queueManager(command);
    queueManager.maxHandles(command.number("MAXHANDS", queueManager.maxHandles()));
    queueManager.maxUncommittedMessages(
        command.number("MAXUMSGS", queueManager.maxUncommittedMessages()));
    queueManager.deadLetterQueueName(command.text("DEADQ", queueManager.deadLetterQueueName()));
    definitions.keep(definitions.complete(command));
  }

  private void define(MqscCommand given) {
    given.requireNames();
    Optional<String> type = typeOf(given);
    if (given.verb().equals("ALTER")) {
      existing(given);
    } else if (type.isPresent() && !(given.has("REPLACE") && type.get().equals(given.object()))) {
      throw new IllegalArgumentException("AMQ8150E: IBM MQ object already exists: " + given.name());
    }
    MqscCommand command = definitions.complete(given);
    switch (command.object()) {
      case "QLOCAL" -> queues.local(command);
      case "QREMOTE" -> queues.remote(command);
      case "QALIAS" -> queues.alias(command);
      case "QMODEL" -> queues.model(command);
      case "CHANNEL" -> channels.define(command);
      case "LISTENER" -> listeners.define(command);
      case "TOPIC" -> topics.topic(command);
      case "SUB" -> topics.subscription(command);
      case "AUTHINFO" -> security.authentication(command);
      default -> {} // is only kept
    }
    definitions.keep(command);
  }

  private void delete(MqscCommand command) {
    switch (command.object()) {
      case "QLOCAL", "QREMOTE", "QALIAS", "QMODEL" -> queues.delete(command);
      case "CHANNEL" -> {
        channels.delete(command);
        queueManager.security().deleteChannel(command.name());
      }
      case "LISTENER" -> queueManager.listeners().delete(command.name());
      case "TOPIC" -> queueManager.topicObjects().delete(command.name());
      case "SUB" -> topics.deleteSubscription(command.name());
      default -> {} // was only kept
    }
    definitions.remove(command.object(), command.name());
  }

  /**
   * The command, if its object exists and is of its type; one that every queue manager has does.
   */
  private MqscCommand existing(MqscCommand command) {
    command.requireNames();
    boolean standard = command.name().startsWith("SYSTEM.") && command.verb().equals("ALTER");
    if (!standard && typeOf(command).filter(command.object()::equals).isEmpty()) {
      throw command.notFound();
    }
    return command;
  }

  /** Whether it is a channel of clients; one that was never defined may still be. */
  private boolean isOfClients(MqscCommand command) {
    return !command.verb().equals("DEFINE")
        && queueManager.security().userOfChannel(command.name()).isPresent();
  }

  /** The type of what has the name of the command; nothing if there is none. */
  private Optional<String> typeOf(MqscCommand command) {
    Optional<Definition> kept = definitions.find(command.object(), command.name());
    if (kept.isPresent()) {
      return kept.map(Definition::type);
    }
    String name = command.name();
    return switch (command.object()) {
      case "QLOCAL", "QREMOTE", "QALIAS", "QMODEL" -> {
        boolean mayBeMade = !command.verb().equals("DEFINE") && queueManager.hasQueue(name);
        yield Optional.of("QLOCAL").filter(type -> mayBeMade || queueManager.isDefined(name));
      }
      case "CHANNEL" ->
          Optional.of("CHANNEL").filter(type -> initiator.isDefined(name) || isOfClients(command));
      case "LISTENER" ->
          Optional.of("LISTENER").filter(type -> queueManager.listeners().control(name) != null);
      default -> Optional.empty();
    };
  }
}
