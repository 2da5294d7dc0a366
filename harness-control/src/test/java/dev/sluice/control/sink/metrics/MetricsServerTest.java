package dev.sluice.control.sink.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.control.command.Snapshots;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the server of metrics makes of requests. */
@Timeout(60)
class MetricsServerTest {

  @RegisterExtension final MetricsEndpoint endpoint = new MetricsEndpoint();

  @Test
  void openMetricsOnRequest() throws Exception {
    endpoint.server().interval(Snapshots.of("P1", 1, 60_000));
    HttpResponse<String> response =
        endpoint.send(
            endpoint
                .request("/metrics")
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"));
    assertThat(response.headers().firstValue("content-type")).hasValue(HttpSession.OPEN_METRICS);
    assertThat(response.body()).endsWith("# EOF\n");
  }

  @Test
  void otherPathsAndMethods() throws Exception {
    assertThat(endpoint.get("/healthz").body()).isEqualTo("ok\n");
    assertThat(endpoint.get("/healthz?full=1").statusCode()).isEqualTo(200);
    assertThat(endpoint.get("/").statusCode()).isEqualTo(404);
    HttpResponse<String> post =
        endpoint.send(endpoint.request("/metrics").POST(HttpRequest.BodyPublishers.ofString("x")));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("allow")).hasValue("GET, HEAD");
    HttpResponse<String> tooLarge =
        endpoint.send(
            endpoint
                .request("/metrics")
                .POST(HttpRequest.BodyPublishers.ofString("x".repeat(9_000))));
    assertThat(tooLarge.statusCode()).isEqualTo(413);
  }

  @Test
  void connectionCloseIsHonouredAndPipelinedRequestsAreAnsweredInOrder() throws Exception {
    String answer =
        endpoint.converse(
            String.join(
                "\r\n",
                List.of(
                    "GET /metrics HTTP/1.1",
                    "Host: x",
                    "",
                    "GET /nowhere HTTP/1.1",
                    "Host: x",
                    "",
                    "GET /healthz HTTP/1.1",
                    "Host: x",
                    "Connection: close",
                    "",
                    "")));
    assertThat(answer).containsSubsequence("200 OK", "404 Not Found", "200 OK", "close", "ok\n");
  }

  @Test
  void invalidHttpIsRejected() throws Exception {
    assertThat(endpoint.converse("rate 5\r\n\r\n")).contains("400 Bad Request");
    assertThat(endpoint.get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void aPathWithAWrongEscapeIsAnswered() throws Exception {
    String answer = endpoint.converse("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assertThat(answer).contains("400 Bad Request").endsWith("not a valid path\n");
  }

  @Test
  void aPortInUseIsReportedInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MetricsServer second =
            new MetricsServer(
                "", MetricsSettings.onLoopback(taken.getLocalPort()), UnaryOperator.identity())) {
      assertThatThrownBy(second::start)
          .hasMessageMatching("cannot listen on 127\\.0\\.0\\.1 port \\d+: [^\\n]+");
    }
  }
}
