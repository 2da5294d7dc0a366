package dev.sluice.control.endpoint.socket;

import dev.sluice.control.command.BadCommandException;
import dev.sluice.control.command.BadCommandException.ErrorCode;
import dev.sluice.control.command.Command;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.SessionCommand;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.Caller;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. It has one line at a time under way: the next is asked for when the reply to the last
 * has left, so replies come in order and a client that sends faster than it reads waits for itself.
 * Commands run on another thread, everything else on the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
final class Session extends SimpleChannelInboundHandler<LineDecoder.Line>
    implements SessionCommand.Session {

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final CommandServer server;
  private final CommandRunner commands;
  private final String greeting;

  private ChannelHandlerContext context; // from when this is added to the channel
  private Role role; // with the next two
  private AddressLimits.Allowance allowance; // from when the channel is active
  private String who; // in the words of an event; null until it gives a command
  private int wrongLines;
  private boolean waiting; // for a line
  private boolean running; // a command, on another thread
  private boolean inputEnded;
  private Watcher watcher; // null unless watching

  Session(CommandServer server, CommandRunner commands, String greeting) {
    this.server = server;
    this.commands = commands;
    this.greeting = greeting;
    this.role = server.tokens().needed() ? Role.ANYBODY : Role.CONTROL;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    is(role);
    Duration wait = mustWait(ctx);
    if (!wait.isZero()) {
      refuseGuesses(ctx, wait);
      return;
    }
    server.connections.came(ctx.channel(), address(ctx)).ifPresent(Session::giveWay);
    server.connections.allowed(ctx.channel(), role);
    if (!isOpen()) {
      awaitToken(ctx);
    }
    reply(ctx, greeting);
  }

  private void is(Role shown) {
    role = shown;
    allowance = server.limits.allowance(address(context), shown);
    who = null;
  }

  private static void giveWay(Channel oldest) {
    oldest.writeAndFlush(
        List.of(ErrorCode.BUSY.line("a new connection took the place of this one")));
    oldest.close(); // one that does not read would never have it
  }

  private void awaitToken(ChannelHandlerContext ctx) {
    long millis = server.limits.strangers().timeToShow().toMillis();
    ctx.executor()
        .schedule(
            () -> {
              if (!isOpen()) {
                replyAndClose(
                    ctx.channel(),
                    ErrorCode.AUTH.line("no token arrived within " + millis + " ms"));
              }
            },
            millis,
            TimeUnit.MILLISECONDS);
  }

  private static InetAddress address(ChannelHandlerContext ctx) {
    return Caller.addressOf(ctx.channel());
  }

  private boolean isOpen() {
    return role != Role.ANYBODY;
  }

  private Duration mustWait(ChannelHandlerContext ctx) {
    return isOpen() ? Duration.ZERO : server.limits.waitOf(address(ctx));
  }

  private static void refuseGuesses(ChannelHandlerContext ctx, Duration wait) {
    long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
    replyAndClose(
        ctx.channel(),
        ErrorCode.AUTH.line(
            "too many wrong tokens from this address; try again in " + seconds + " s"));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, LineDecoder.Line line) {
    waiting = false;
    inTime(ctx, line);
  }

  /**
   * Takes a line up; one of an address and role that send too many waits, and holds up those behind
   * it.
   */
  private void inTime(ChannelHandlerContext ctx, LineDecoder.Line line) {
    Duration wait = allowance.take();
    if (wait.isZero()) {
      takeUp(ctx, line);
    } else {
      ctx.executor().schedule(() -> inTime(ctx, line), wait.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void takeUp(ChannelHandlerContext ctx, LineDecoder.Line line) {
    server.connections.works(ctx.channel());
    if (watcher != null) {
      stopWatching();
      if (line.isBlank()) {
        reply(ctx, "OK");
        return;
      }
      ctx.write(List.of("OK"));
    }
    if (!isOpen() && (line.isBlank() || line.tooLong())) {
      refuse(ctx);
    } else if (line.isBlank()) {
      next(ctx);
    } else if (line.tooLong()) {
      reply(ctx, CommandRunner.tooLong());
    } else {
      accept(ctx, line.text());
    }
  }

  private void accept(ChannelHandlerContext ctx, String text) {
    Command command;
    try {
      command = Command.parse(text);
    } catch (BadCommandException e) {
      if (isOpen()) {
        reply(ctx, commands.refusal(text, e));
      } else {
        refuse(ctx);
      }
      return;
    }
    if (command instanceof SessionCommand own && (isOpen() || own.needsNoToken())) {
      own.runIn(this);
    } else if (!isOpen()) {
      refuse(ctx);
    } else if (role != Role.CONTROL && Command.changes(command)) {
      reply(ctx, ErrorCode.AUTH.line("this token is for watching, and not for commands"));
    } else {
      run(ctx, command);
    }
  }

  @Override
  public void quit() {
    context.close();
  }

  @Override
  public void authenticate(String candidate) {
    ChannelHandlerContext ctx = context;
    if (!server.tokens().needed()) {
      reply(ctx, "OK this socket needs no token");
      return;
    }
    Duration wait = mustWait(ctx);
    if (!wait.isZero()) {
      refuseGuesses(ctx, wait);
      return;
    }
    Role shown = server.tokens().roleOf(candidate);
    if (shown == Role.ANYBODY) {
      refuse(ctx);
      return;
    }
    server.limits.succeeded(address(ctx));
    server.connections.allowed(ctx.channel(), shown);
    is(shown);
    reply(ctx, "OK");
  }

  @Override
  public void watch(SessionCommand.Watch asked) {
    watcher = new Watcher(context.channel(), asked.period(), asked::lines);
    server.control.subscribe(watcher);
    context.flush();
    await(context); // what comes ends the watch
  }

  private void refuse(ChannelHandlerContext ctx) {
    server.limits.failed(address(ctx), "the command socket");
    wrongLines++;
    String line = ErrorCode.AUTH.line("the first line must be: auth TOKEN, with the right token");
    if (wrongLines < server.limits.strangers().tries()) {
      reply(ctx, line);
    } else {
      replyAndClose(ctx.channel(), line);
    }
  }

  private void run(ChannelHandlerContext ctx, Command command) {
    running = true;
    who = who == null ? Caller.of(ctx.channel(), role).toString() : who;
    String caller = who;
    try {
      server.executor.execute(
          () -> {
            List<String> lines = commands.answer(command, caller);
            ctx.executor().execute(() -> completed(ctx, lines));
          });
    } catch (RejectedExecutionException e) {
      completed(
          ctx,
          List.of(
              server.executor.isShutdown()
                  ? ErrorCode.REFUSED.line("the run is ending, so it can no longer be changed")
                  : ErrorCode.BUSY.line("too many commands are running; try again")));
    }
  }

  private void completed(ChannelHandlerContext ctx, List<String> lines) {
    running = false;
    reply(ctx, lines);
  }

  private void stopWatching() {
    if (watcher != null) {
      server.control.unsubscribe(watcher);
      watcher = null;
    }
  }

  private void reply(ChannelHandlerContext ctx, String line) {
    reply(ctx, List.of(line));
  }

  private void reply(ChannelHandlerContext ctx, List<String> lines) {
    ctx.writeAndFlush(lines).addListener(sent -> next(ctx));
  }

  /** Writes one line and closes when it has left. */
  static ChannelFuture replyAndClose(Channel channel, String line) {
    return channel.writeAndFlush(List.of(line)).addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Asks for the next line, or ends the session if there will be none. The end of what a client
   * sends may be known while lines that it sent before still wait.
   */
  private void next(ChannelHandlerContext ctx) {
    server.connections.waits(ctx.channel());
    await(ctx);
    if (waiting && inputEnded) {
      ctx.close();
    }
  }

  /** Asks for the next line; one that has already come is taken up at once. */
  private void await(ChannelHandlerContext ctx) {
    waiting = true;
    ctx.read();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (waiting && !inputEnded) {
      ctx.read(); // one that ends without a line is used up
    }
    ctx.fireChannelReadComplete();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      // the client sends nothing more, but reads on: as with `echo watch | nc`
      inputEnded = true;
      if (waiting && watcher == null) {
        ctx.close();
      }
    } else if (event instanceof IdleStateEvent && !running && watcher == null) {
      LOG.debug("Closed the idle control session from {}", ctx.channel().remoteAddress());
      ctx.close();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    stopWatching();
    server.connections.gone(ctx.channel());
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // a client that goes away in the middle is an everyday thing
    LOG.debug("The control session from {} broke", ctx.channel().remoteAddress(), cause);
    ctx.close();
  }

  /**
   * Sends intervals to one client. A client that does not read misses them, and is dropped when
   * that goes on: it can hold up neither the run nor the memory. Called by one thread of the run at
   * a time.
   */
  @SuppressWarnings(
      "FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
  static final class Watcher implements Sink {

    /** So many intervals in a row that found the channel full end the watch. */
    static final int MAX_MISSED = 5;

    private final Channel channel;
    private final long periodNanos;
    private final Function<Snapshot, List<String>> lines;
    private long lastSentNanos = Long.MIN_VALUE / 2;
    private int missed;

    /**
     * @param period the least time from one line to the next; zero for every interval
     * @param lines what is sent of an interval
     */
    Watcher(Channel channel, Duration period, Function<Snapshot, List<String>> lines) {
      this.channel = channel;
      this.periodNanos = period.toNanos();
      this.lines = lines;
    }

    @Override
    public void interval(Snapshot snapshot) {
      // half an interval of grace, because intervals do not end to the nanosecond
      long dueNanos = lastSentNanos + periodNanos - snapshot.lengthNanos() / 2;
      if (snapshot.sinceStartNanos() < dueNanos) {
        return;
      }
      if (channel.isWritable()) {
        missed = 0;
        lastSentNanos = snapshot.sinceStartNanos();
        channel.writeAndFlush(lines.apply(snapshot));
      } else if (++missed >= MAX_MISSED) {
        channel.close();
      }
    }

    @Override
    public void summary(Summary summary) {
      channel.writeAndFlush(List.of("OK the run has ended"));
    }
  }
}
