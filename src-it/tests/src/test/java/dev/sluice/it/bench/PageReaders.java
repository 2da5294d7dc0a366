package dev.sluice.it.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Live pages that follow a run and throw away what they get, and a scrape of its metrics. */
final class PageReaders implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Selector selector = Selector.open();
  private final ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> scraping;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger scrapes = new AtomicInteger();

  /**
   * Begins to read.
   *
   * @param page the address of the page
   * @param pages how many follow it
   */
  PageReaders(URI page, int pages) throws IOException {
    String request =
        "GET /page/stream HTTP/1.1\r\nHost: " + page.getHost() + ":" + page.getPort() + "\r\n\r\n";
    for (int i = 0; i < pages; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(page.getHost(), page.getPort()));
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
    }
    Thread reader = new Thread(this::read, "readers");
    reader.setDaemon(true);
    reader.start();
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest scrape = HttpRequest.newBuilder(page.resolve("/metrics")).timeout(PATIENCE).build();
    scraping = scraper.scheduleAtFixedRate(() -> scrape(client, scrape), 0, 1, TimeUnit.SECONDS);
  }

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try {
      while (selector.isOpen() && !selector.keys().isEmpty()) {
        selector.select(key -> drain(key, buffer));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void drain(SelectionKey key, ByteBuffer buffer) {
    try {
      buffer.clear();
      int read = ((SocketChannel) key.channel()).read(buffer);
      if (read < 0) {
        key.channel().close();
      } else {
        bytes.addAndGet(read);
      }
    } catch (IOException e) {
      key.cancel(); // the run has ended
    }
  }

  private void scrape(HttpClient client, HttpRequest request) {
    try {
      if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
        scrapes.incrementAndGet();
      }
    } catch (IOException e) {
      return; // the run has ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // that is how it is ended
    }
  }

  /** What all pages got so far. */
  long bytes() {
    return bytes.get();
  }

  /** Scrapes that were answered so far. */
  int scrapes() {
    return scrapes.get();
  }

  @Override
  public void close() throws IOException {
    scraping.cancel(true);
    scraper.shutdownNow();
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
