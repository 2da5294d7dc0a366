package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.authority.ChannelRecord;
import dev.sluice.mqsim.authority.Grant;
import dev.sluice.mqsim.command.CommandServer;
import dev.sluice.mqsim.conversation.ClientConnection;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.mqsc.Definitions.Definition;
import dev.sluice.mqsim.queue.GenericName;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.transmission.ChannelInitiator;
import dev.sluice.mqsim.transmission.ChannelStatus;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** DISPLAY: what has been defined, and how it is now. */
final class Display {

  private final QueueManager queueManager;
  private final ChannelInitiator initiator;
  private final StatusDisplay statuses;
  private final Supplier<List<ClientConnection>> connections;
  private final Definitions definitions;

  Display(
      QueueManager queueManager,
      ChannelInitiator initiator,
      CommandServer server,
      Supplier<List<ClientConnection>> connections,
      Definitions definitions) {
    this.queueManager = queueManager;
    this.initiator = initiator;
    this.statuses = new StatusDisplay(server);
    this.connections = connections;
    this.definitions = definitions;
  }

  /** Completes with a line for each object; fails if there is none. */
  CompletableFuture<List<String>> run(MqscCommand command) {
    return rows(command)
        .thenApply(
            rows -> {
              List<String> lines =
                  rows.filter(row -> row.isWanted(command)).map(row -> row.text(command)).toList();
              if (lines.isEmpty()) {
                throw command.object().equals("CHSTATUS")
                    ? new IllegalArgumentException("AMQ8420I: Channel Status not found.")
                    : command.notFound();
              }
              return lines;
            });
  }

  private CompletableFuture<Stream<Row>> rows(MqscCommand command) {
    if (StatusDisplay.knows(command.object())) {
      return statuses.rows(command).thenApply(rows -> completed(command, rows).stream());
    }
    String name = command.object().equals("AUTHREC") ? "*" : command.requiredName();
    Stream<Row> rows =
        switch (command.object()) {
          case "QUEUE" -> queues(name);
          case "QLOCAL", "QREMOTE", "QALIAS", "QMODEL" ->
              queues(name).filter(row -> command.object().equals(row.values().get("TYPE")));
          case "CHANNEL" -> channels();
          case "AUTHREC" -> queueManager.security().grants().stream().map(Display::row);
          case "CHLAUTH" -> queueManager.security().channelRecords().stream().map(Display::row);
          case "CONN" -> connections.get().stream().map(Display::row);
          case "LSSTATUS" ->
              queueManager.listeners().running().stream()
                  .map(each -> Row.of("LISTENER", each).with("STATUS", "RUNNING"));
          default -> {
            if (!Definitions.TYPES.contains(command.object())) {
              throw command.failure("there is no such command");
            }
            yield definitions.all(command.object()).map(Definition::row);
          }
        };
    return CompletableFuture.completedFuture(
        rows.filter(row -> GenericName.fits(name, row.name())));
  }

  /** Adds what the command server does not say. */
  private List<Row> completed(MqscCommand command, List<Row> rows) {
    if (command.object().equals("QMGR")) {
      definitions.all("QMGR").forEach(qmgr -> qmgr.attributes().forEach(rows.get(0)::with));
    } else if (command.object().equals("CHSTATUS")) {
      Iterator<ChannelStatus> ends =
          initiator.status().stream()
              .filter(end -> GenericName.fits(command.name(), end.name()))
              .iterator();
      rows.stream()
          .filter(row -> !row.values().get("CHLTYPE").equals("SVRCONN"))
          .forEach(row -> row.with("RETRIES", ends.next().retries()));
    }
    return rows;
  }

  private Stream<Row> queues(String name) {
    queueManager.makeListed(name);
    Map<String, Row> rows = new TreeMap<>();
    definitions.all("QUEUE").forEach(each -> rows.put(each.name(), each.row()));
    for (LocalQueue queue : queueManager.queues()) {
      Row kept = Row.of("QUEUE", queue.name()).with("TYPE", "QLOCAL");
      QueueCommands.complete(rows.computeIfAbsent(queue.name(), absent -> kept), queue);
    }
    return rows.values().stream();
  }

  private Stream<Row> channels() {
    Map<String, Row> rows = new TreeMap<>();
    queueManager
        .security()
        .userByChannel()
        .forEach(
            (name, user) ->
                rows.put(
                    name,
                    Row.of("CHANNEL", name).with("CHLTYPE", "SVRCONN").with("MCAUSER", user)));
    definitions.all("CHANNEL").forEach(each -> rows.put(each.name(), each.row()));
    return rows.values().stream();
  }

  private static Row row(Grant grant) {
    return Row.of("PROFILE", grant.profile())
        .with("ENTITY", grant.group())
        .with("ENTTYPE", "GROUP")
        .with("OBJTYPE", grant.objectType())
        .with("AUTHLIST", Row.list(grant.authorities()));
  }

  private static Row row(ChannelRecord channel) {
    return Row.of("CHLAUTH", channel.channel())
        .with("TYPE", channel.type())
        .with(
            switch (channel.type()) {
              case ADDRESSMAP -> "ADDRESS";
              case USERMAP -> "CLNTUSER";
              case BLOCKUSER -> "USERLIST";
            },
            channel.identity() + Row.list(channel.blocked()))
        .with("USERSRC", channel.userSource())
        .with("MCAUSER", channel.user());
  }

  private static Row row(ClientConnection connection) {
    return Row.of("CONN", connection.id())
        .with("TYPE", "CONN")
        .with("APPLTAG", connection.application())
        .with("CHANNEL", connection.channel())
        .with("CONNAME", connection.address())
        .with("USERID", connection.user());
  }
}
