package dev.sluice.control.endpoint.socket;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.ErrorCode;
import dev.sluice.control.command.StatisticsLine;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.TcpListener;
import dev.sluice.core.run.RunControl;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The command socket of a run: text lines over TCP, from any number of clients up to a limit. What
 * clients send can end neither the run (but for {@code stop}) nor the socket.
 *
 * <p>{@link #start} and {@link #close} are called once each, by the same thread. There is one
 * thread for all connections and, while commands are under way, one for each of them.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
public final class CommandServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CommandServer.class);

  private static final long THREAD_KEPT_SECONDS = 10;
  private static final long LAST_REPLIES_SECONDS = 2;

  private final RunControl control;
  private final CommandServerSettings settings;
  private final StatisticsLine statistics;
  private final ExecutorService executor;
  private final UnaryOperator<String> mask;
  private final ReplyEncoder encoder;
  private final AddressLimits limits;
  private final Optional<TokenGate<Channel>> gate;
  private TcpListener listener; // null until started

  /** A socket that answers {@code REPORT -stats} as JMSPerfHarness's BasicStats does. */
  public CommandServer(RunControl control, CommandServerSettings settings) {
    this(control, settings, StatisticsLine.basic(control), UnaryOperator.identity());
  }

  /**
   * A socket for a run.
   *
   * @param statistics what {@code REPORT -stats} is answered with
   * @param mask masks secrets in what clients read
   */
  public CommandServer(
      RunControl control,
      CommandServerSettings settings,
      StatisticsLine statistics,
      UnaryOperator<String> mask) {
    this(control, settings, statistics, mask, AddressLimits.usual());
  }

  /**
   * The same for one of several ports.
   *
   * @param limits those of the process
   */
  public CommandServer(
      RunControl control,
      CommandServerSettings settings,
      StatisticsLine statistics,
      UnaryOperator<String> mask,
      AddressLimits limits) {
    this.mask = mask;
    this.encoder = new ReplyEncoder(mask);
    this.control = control;
    this.statistics = statistics;
    this.settings = settings;
    this.limits = limits;
    this.gate =
        Optional.of(settings.port().tokens())
            .filter(AccessTokens::needed)
            .map(tokens -> new TokenGate<>(tokens, settings.maxSessions(), limits));
    // a session has one command under way, but one that went away may leave its own behind
    this.executor =
        new ThreadPoolExecutor(
            0,
            settings.maxSessions(),
            THREAD_KEPT_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new DefaultThreadFactory("control-command", true));
  }

  /**
   * Listens from now on.
   *
   * @return where, with the port that was chosen if any would do
   * @throws IOException if the port cannot be had, with one line that says why
   */
  public InetSocketAddress start() throws IOException {
    settings.port().warning().ifPresent(why -> LOG.warn("command socket: {}", why));
    String runId = control.status().id();
    CommandRunner commands =
        new CommandRunner(control, statistics, CommandRunner.prefix(runId), mask);
    listener =
        TcpListener.listen(
            "control-socket",
            new InetSocketAddress(settings.port().bind(), settings.port().port()),
            settings.port().tls(),
            settings.maxSessions() + gate.map(each -> each.limits().connections()).orElse(0),
            connection -> open(connection, commands, runId),
            this::refuse);
    return listener.address();
  }

  /** Lets replies to what is under way leave, for a short time, and closes all connections. */
  @Override
  public void close() {
    if (listener == null) {
      return;
    }
    listener.stopListening();
    executor.shutdown();
    try {
      if (!executor.awaitTermination(LAST_REPLIES_SECONDS, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
    listener.close();
    gate.ifPresent(TokenGate::close);
  }

  private void open(SocketChannel connection, CommandRunner commands, String runId) {
    String greeting =
        CommandRunner.prefix(runId)
            + "connected to SocketCommandProcessor on port "
            + connection.localAddress().getPort();
    connection
        .pipeline()
        .addLast(
            new IdleStateHandler(0, 0, settings.idleTimeout().toMillis(), TimeUnit.MILLISECONDS))
        .addLast(new TelnetFilter())
        .addLast(new LineDecoder())
        .addLast(new FlowControlHandler())
        .addLast(encoder)
        .addLast(new Session(control, commands, executor, greeting, gate, limits.requests()));
  }

  private void refuse(SocketChannel connection) {
    connection.pipeline().addLast(encoder);
    Session.replyAndClose(
        connection,
        ErrorCode.BUSY.line(
            "all " + settings.maxSessions() + " control sessions are in use; try again later"));
  }
}
