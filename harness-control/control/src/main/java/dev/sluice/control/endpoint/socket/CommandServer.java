package dev.sluice.control.endpoint.socket;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.ConnectionLimit;
import dev.sluice.control.endpoint.access.TcpListener;
import dev.sluice.core.run.RunControl;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.MessageToByteEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
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

  private static final long LAST_REPLIES_SECONDS = 2;

  final RunControl control;
  private final CommandServerSettings settings;
  private final StatisticsLine statistics;
  final ExecutorService executor;
  private final UnaryOperator<String> mask;
  private final ReplyEncoder encoder;
  final AddressLimits limits;
  final ConnectionLimit<Channel> connections;
  private TcpListener listener; // null until started

  /** A socket that answers {@code REPORT -stats} as JMSPerfHarness's BasicStats does. */
  public CommandServer(RunControl control, CommandServerSettings settings) {
    this(
        control,
        settings,
        StatisticsLine.basic(control),
        UnaryOperator.identity(),
        AddressLimits.usual());
  }

  /**
   * A socket for a run.
   *
   * @param statistics what {@code REPORT -stats} is answered with
   * @param mask masks secrets in what clients read
   * @param limits those of the process, for all of its ports
   */
  public CommandServer(
      RunControl control,
      CommandServerSettings settings,
      StatisticsLine statistics,
      UnaryOperator<String> mask,
      AddressLimits limits) {
    // a session has one command under way, but one that went away may leave its own behind
    this(
        control,
        settings,
        statistics,
        mask,
        limits,
        TcpListener.threads("control-command", settings.maxSessions()));
  }

  /**
   * The same.
   *
   * @param executor runs the commands; is shut down with the server
   */
  CommandServer(
      RunControl control,
      CommandServerSettings settings,
      StatisticsLine statistics,
      UnaryOperator<String> mask,
      AddressLimits limits,
      ExecutorService executor) {
    this.mask = mask;
    this.encoder = new ReplyEncoder(mask);
    this.control = control;
    this.statistics = statistics;
    this.settings = settings;
    this.limits = limits;
    this.connections = new ConnectionLimit<>(settings.maxSessions(), each -> !each.isWritable());
    this.executor = executor;
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
            2 * settings.maxSessions(),
            connection -> open(connection, commands, runId));
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
    limits.close();
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
        .addLast(new LineDecoder())
        .addLast(new FlowControlHandler())
        .addLast(encoder)
        .addLast(new Session(this, commands, greeting));
  }

  AccessTokens tokens() {
    return settings.port().tokens();
  }

  /** Writes replies: each line of a list, ended by LF, all at once. */
  @Sharable
  static final class ReplyEncoder extends MessageToByteEncoder<List<String>> {

    private final UnaryOperator<String> mask;

    /**
     * @param mask masks secrets
     */
    ReplyEncoder(UnaryOperator<String> mask) {
      this.mask = mask;
    }

    @Override
    protected void encode(ChannelHandlerContext ctx, List<String> lines, ByteBuf out) {
      for (String line : lines) {
        out.writeCharSequence(mask.apply(line), StandardCharsets.UTF_8);
        out.writeByte('\n');
      }
    }
  }
}
