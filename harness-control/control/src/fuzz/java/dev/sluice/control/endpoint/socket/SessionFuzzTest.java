package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.LoopbackChannel;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.socket.CommandServer.ReplyEncoder;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes on the command socket get replies, one for each line, and break nothing. */
class SessionFuzzTest {

  private static final int MAX_REPLY_BYTES = 4 << 20;

  static Stream<byte[]> conversations() {
    return Stream.of(
            "status\nstats\nrate 100\nrate +5% over 10s\nrate senders=3\nthreads +2\nhelp\n",
            "pause\r\nresume senders\r\nmark a note\r\nstatus json\r\nwatch 1s\r\n\r\nquit\r\n",
            "auth secret\nREPORT -stats\nSTOP -now\nALTER -rt 5\nALTER -nt 7\nSTART 3\nEND\n",
            "stop\nrate nonsense\nrate 1e9\nrate 99999999999999999999\n\u00e9\u20ac\n",
            "\u00ff\u00fd\u0001help\b\b\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("conversations")
  @FuzzTest(maxDuration = "450s")
  void converse(byte[] bytes) {
    FakeRunControl control = new FakeRunControl();
    Session session =
        new Session(
            new CommandServer(
                control,
                CommandServerSettings.onLoopback(0),
                StatisticsLine.basic(control),
                UnaryOperator.identity(),
                AddressLimits.usual(),
                ImmediateEventExecutor.INSTANCE),
            new CommandRunner(control, StatisticsLine.basic(control), "P1,"),
            "hello");
    LoopbackChannel channel =
        new LoopbackChannel(
            new LineDecoder(),
            new FlowControlHandler(),
            new ReplyEncoder(UnaryOperator.identity()),
            new FailOnException(),
            session);
    int replyBytes = 0;
    for (byte[] reply : channel.answers(bytes)) {
      replyBytes += reply.length;
      assertThat(new String(reply, StandardCharsets.UTF_8))
          .doesNotContain("Exception")
          .endsWith("\n");
    }
    assertThat(replyBytes).isBetween(1, MAX_REPLY_BYTES);
  }

  /** What a session forgives as an everyday thing is none here, where no network can break. */
  private static final class FailOnException extends ChannelInboundHandlerAdapter {

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      throw new AssertionError("on the way to the session", cause);
    }
  }
}
