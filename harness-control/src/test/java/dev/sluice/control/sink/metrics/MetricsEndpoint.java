package dev.sluice.control.sink.metrics;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server of metrics for each test, and ways to ask it. */
final class MetricsEndpoint implements BeforeEachCallback, AfterEachCallback {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final HttpClient http = HttpClient.newHttpClient();
  private final MetricsServer server =
      new MetricsServer("P1", MetricsSettings.onLoopback(0), UnaryOperator.identity());
  private InetSocketAddress at;

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    at = server.start();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.close();
  }

  MetricsServer server() {
    return server;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://" + at.getAddress().getHostAddress() + ":" + at.getPort() + path))
        .timeout(TIMEOUT);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Sends this and no more, and returns all that comes until the server closes. */
  String converse(String sent) throws IOException {
    try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
