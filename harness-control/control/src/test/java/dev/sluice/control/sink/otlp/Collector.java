package dev.sluice.control.sink.otlp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.json.JSONObject;

/** A collector that keeps what it gets. */
final class Collector implements AutoCloseable {

  /**
   * One request.
   *
   * @param authorization its header, or null
   */
  record Received(String contentType, String authorization, JSONObject metrics) {}

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final HttpServer server;
  private volatile int status = 200;

  Collector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/metrics", this::receive);
    server.start();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(
          new Received(
              exchange.getRequestHeaders().getFirst("Content-Type"),
              exchange.getRequestHeaders().getFirst("Authorization"),
              new JSONObject(
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))));
      exchange.sendResponseHeaders(status, -1);
    }
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics");
  }

  void answers(int with) {
    status = with;
  }

  /** The next request, waited for. */
  Received next() throws InterruptedException {
    Received next = received.poll(1, TimeUnit.MINUTES);
    if (next == null) {
      throw new IllegalStateException("nothing came");
    }
    return next;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
