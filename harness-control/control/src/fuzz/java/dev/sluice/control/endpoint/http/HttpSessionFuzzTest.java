package dev.sluice.control.endpoint.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.LoopbackChannel;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.api.RunApi;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes on the HTTP port get answers that blame the client, and break nothing. */
class HttpSessionFuzzTest {

  private static final int MAX_REQUEST_BYTES = 8_192;
  private static final int MAX_ANSWER_BYTES = 4 << 20;

  static Stream<byte[]> requests() {
    String host = "Host: localhost\r\n";
    return Stream.of(
            "GET /api/v1/run HTTP/1.1\r\n" + host + "\r\n",
            "GET /api/v1/intervals?after=1&x=%20 HTTP/1.1\r\n"
                + host
                + "\r\nGET / HTTP/1.0\r\n\r\n",
            "HEAD /api/v1/events?after=-1 HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n",
            "GET /api/v1/stream HTTP/1.1\r\n" + host + "Last-Event-ID: 5\r\n\r\n",
            "POST /api/v1/commands HTTP/1.1\r\n"
                + host
                + "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n"
                + "{\"command\":\"status\"}",
            "POST /api/v1/commands HTTP/1.1\r\n"
                + host
                + "Origin: http://localhost\r\n"
                + "Authorization: Bearer x\r\n"
                + "Content-Type: text/plain\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + "6\r\n"
                + "rate 5\r\n"
                + "0\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 99999\r\n\r\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("requests")
  @FuzzTest(maxDuration = "450s")
  void answer(byte[] bytes) {
    FakeRunControl control = new FakeRunControl();
    RunApi api =
        new RunApi(
            new CommandRunner(control, StatisticsLine.basic(control), "P1,"),
            UnaryOperator.identity());
    HttpServer server =
        new HttpServer(
            PortSettings.onLoopback(0),
            api.routes(),
            AddressLimits.usual(),
            ImmediateEventExecutor.INSTANCE);
    LoopbackChannel channel =
        new LoopbackChannel(
            new HttpServerCodec(),
            new HttpObjectAggregator(MAX_REQUEST_BYTES),
            new FlowControlHandler(),
            new HttpSession(server));
    int answerBytes = 0;
    for (byte[] part : channel.answers(bytes)) {
      answerBytes += part.length;
      assertThat(new String(part, StandardCharsets.UTF_8))
          .doesNotContain("Exception")
          .doesNotStartWith("HTTP/1.1 500");
    }
    assertThat(answerBytes).isLessThan(MAX_ANSWER_BYTES);
  }
}
