package dev.sluice.it.brokers;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.cli.option.provider.ProviderOptions;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.mqsim.client.CountingRelay;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A broker's client as a worker has it, on a connection by a relay. Each call has a thread of its
 * own, because it may never return.
 */
final class WatchedClient implements AutoCloseable {

  private static final Duration QUIET = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final int BODY_BYTES = 1000;

  private final CountingRelay relay;
  private final JmsProvider provider;
  private final Connection connection;
  private final Session session;
  private final Destination queue;

  WatchedClient(TestedBroker broker, String queue) throws Exception {
    this.relay = new CountingRelay(broker.watchedPort().orElseThrow());
    this.provider = provider(broker.providerBy(relay.port()));
    this.connection = provider.connect();
    this.session =
        call(
            () -> {
              connection.start();
              return connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            });
    this.queue = call(() -> provider.destination(session::createQueue, queue));
  }

  /** As a command of the program makes it. */
  private static JmsProvider provider(String yaml) {
    Map<?, ?> keys = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
    List<String> words = new ArrayList<>(List.of("browse", "--queue=Q"));
    keys.forEach(
        (key, value) ->
            (value instanceof List<?> all ? all : List.of(value))
                .forEach(
                    each ->
                        words.add("--" + (key.equals("type") ? "provider" : key) + "=" + each)));
    String[] line = words.toArray(String[]::new);
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    return Commands.commandLine(nobody, nobody, new Secrets(), line)
        .parseArgs(line)
        .subcommand()
        .commandSpec()
        .mixins()
        .values()
        .stream()
        .map(CommandSpec::userObject)
        .filter(ProviderOptions.class::isInstance)
        .map(options -> ((ProviderOptions) options).open())
        .findAny()
        .orElseThrow();
  }

  CountingRelay relay() {
    return relay;
  }

  MessageConsumer consumer() throws Exception {
    return call(() -> session.createConsumer(queue));
  }

  MessageProducer producer(int deliveryMode) throws Exception {
    MessageProducer producer = call(() -> session.createProducer(queue));
    producer.setDeliveryMode(deliveryMode);
    return producer;
  }

  /** Sends a message of the size that the program sends by itself. */
  Message send(MessageProducer producer) throws Exception {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(new byte[BODY_BYTES]);
    producer.send(message);
    return message;
  }

  /** What a call returns; it must. */
  <T> T call(Callable<T> call) throws Exception {
    return begin(call).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** How often a call returns something, before it fails, or returns nothing or not at all. */
  int returning(int most, Callable<?> call) throws Exception {
    for (int count = 0; count < most; count++) {
      try {
        if (call(call) == null) {
          return count;
        }
      } catch (ExecutionException | TimeoutException e) {
        return count;
      }
    }
    return most;
  }

  private <T> Future<T> begin(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(() -> provider.client().call(call::call));
    Thread thread = new Thread(task, "client");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** Waits until no more than signs of life pass either way. */
  void settle() throws InterruptedException {
    long before;
    do {
      before = relay.bytes();
      Thread.sleep(QUIET.toMillis());
    } while (relay.bytes() - before > BODY_BYTES);
  }

  /** Cuts the connection, and lets the client make of that what it will. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the client
  public void close() throws IOException {
    relay.close();
    begin(
        () -> {
          connection.close();
          return connection;
        });
  }
}
