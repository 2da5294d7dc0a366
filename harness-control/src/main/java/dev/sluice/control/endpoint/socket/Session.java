package dev.sluice.control.endpoint.socket;

import dev.sluice.control.command.BadCommandException;
import dev.sluice.control.command.Command;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.ErrorCode;
import dev.sluice.control.command.SessionCommand;
import dev.sluice.control.endpoint.access.Caller;
import dev.sluice.control.endpoint.access.RequestBudget;
import dev.sluice.control.endpoint.access.Role;
import dev.sluice.core.run.RunControl;
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
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. It has one line at a time under way: the next is asked for when the reply to the last
 * has left, so replies come in order and a client that sends faster than it reads waits for itself.
 * Commands run on another thread, everything else on the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write closes the channel, no more is to do
final class Session extends SimpleChannelInboundHandler<Line> implements SessionCommand.Session {

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final RunControl control;
  private final CommandRunner commands;
  private final Executor executor;
  private final String greeting;
  private final Optional<TokenGate<Channel>> gate;
  private final RequestBudget budget;

  private ChannelHandlerContext context; // from when this is added to the channel
  private Role role;
  private int wrongLines;
  private boolean waiting; // for a line
  private boolean running; // a command, on another thread
  private boolean inputEnded;
  private Watcher watcher; // null unless watching

  Session(
      RunControl control,
      CommandRunner commands,
      Executor executor,
      String greeting,
      Optional<TokenGate<Channel>> gate,
      RequestBudget budget) {
    this.control = control;
    this.commands = commands;
    this.executor = executor;
    this.greeting = greeting;
    this.gate = gate;
    this.budget = budget;
    this.role = gate.isEmpty() ? Role.CONTROL : Role.ANYBODY;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    if (gate.isPresent() && !isLetNear(ctx, gate.get())) {
      return;
    }
    reply(ctx, greeting);
  }

  private boolean isLetNear(ChannelHandlerContext ctx, TokenGate<Channel> guarded) {
    Duration wait = guarded.waitOf(address(ctx));
    if (!wait.isZero()) {
      replyAndClose(ctx.channel(), mustWait(wait));
      return false;
    }
    guarded
        .came(address(ctx), ctx.channel())
        .ifPresent(
            oldest ->
                replyAndClose(
                    oldest,
                    ErrorCode.BUSY.line(
                        "too many other connections have not sent the token either")));
    long millis = guarded.limits().timeToShow().toMillis();
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
    return true;
  }

  private static InetAddress address(ChannelHandlerContext ctx) {
    return Caller.addressOf(ctx.channel());
  }

  private boolean isOpen() {
    return role != Role.ANYBODY;
  }

  private static String mustWait(Duration wait) {
    long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
    return ErrorCode.AUTH.line(
        "too many wrong tokens from this address; try again in " + seconds + " s");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, Line line) {
    waiting = false;
    inTime(ctx, line);
  }

  /** Takes a line up; one of an address that sends too many waits, and holds up those behind it. */
  private void inTime(ChannelHandlerContext ctx, Line line) {
    Duration wait = budget.take(address(ctx));
    if (wait.isZero()) {
      takeUp(ctx, line);
    } else {
      ctx.executor().schedule(() -> inTime(ctx, line), wait.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void takeUp(ChannelHandlerContext ctx, Line line) {
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
    authenticate(context, candidate);
  }

  @Override
  public void watch(SessionCommand.Watch asked) {
    watcher = new Watcher(context.channel(), asked.period(), asked::lines);
    control.subscribe(watcher);
    context.flush();
    await(context); // what comes ends the watch
  }

  private void authenticate(ChannelHandlerContext ctx, String candidate) {
    if (gate.isEmpty()) {
      reply(ctx, "OK this socket needs no token");
      return;
    }
    TokenGate<Channel> guarded = gate.get();
    Duration wait = guarded.waitOf(address(ctx));
    if (!isOpen() && !wait.isZero()) {
      replyAndClose(ctx.channel(), mustWait(wait));
      return;
    }
    Role shown = guarded.roleOf(address(ctx), candidate);
    if (shown == Role.ANYBODY) {
      refuse(ctx);
    } else if (isOpen() || guarded.enter(ctx.channel())) {
      role = shown;
      reply(ctx, "OK");
    } else {
      replyAndClose(
          ctx.channel(), ErrorCode.BUSY.line("all control sessions are in use; try again later"));
    }
  }

  private void refuse(ChannelHandlerContext ctx) {
    TokenGate<Channel> guarded = gate.orElseThrow();
    guarded.failed(address(ctx));
    wrongLines++;
    String line = ErrorCode.AUTH.line("the first line must be: auth TOKEN, with the right token");
    if (wrongLines < guarded.limits().tries()) {
      reply(ctx, line);
    } else {
      replyAndClose(ctx.channel(), line);
    }
  }

  private void run(ChannelHandlerContext ctx, Command command) {
    running = true;
    String who = Caller.of(ctx.channel(), role).toString();
    try {
      executor.execute(
          () -> {
            List<String> lines = commands.answer(command, who);
            ctx.executor().execute(() -> completed(ctx, lines));
          });
    } catch (RejectedExecutionException e) {
      boolean ending = executor instanceof ExecutorService service && service.isShutdown();
      completed(
          ctx,
          List.of(
              ending
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
      control.unsubscribe(watcher);
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
    gate.ifPresent(guarded -> guarded.went(ctx.channel()));
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // a client that goes away in the middle is an everyday thing
    LOG.debug("The control session from {} broke", ctx.channel().remoteAddress(), cause);
    ctx.close();
  }
}
