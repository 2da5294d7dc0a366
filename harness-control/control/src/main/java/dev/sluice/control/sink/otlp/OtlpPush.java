package dev.sluice.control.sink.otlp;

import dev.sluice.core.text.ForeignText;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Pushes metrics to a collector, again and again and once more in the end. A collector that is away
 * costs the run nothing: a line says so once, the next push has all that is missed, because
 * counters count from the start.
 */
public final class OtlpPush implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int FIRST_BAD_STATUS = 300;
  private static final int NOT_FOUND = 404;

  /** In messages of Java's client about what it could not read. */
  private static final String NO_HTTP = "parsing HTTP/1.1";

  private final OtlpSettings settings;
  private final Supplier<MetricSnapshots> metrics;
  private final InstantSource time;
  private final Consumer<String> tell;
  private final OtlpRequest request;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final Thread thread = new Thread(this::pushAgainAndAgain, "otlp-push");
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean arrived = true; // used by the thread that pushes

  /**
   * One that does not push yet.
   *
   * @param resource who sends: the attributes {@code service.name} and others
   * @param metrics gives them as they are
   * @param tell gets a line when the collector stops answering, and when it answers again
   */
  public OtlpPush(
      OtlpSettings settings,
      Map<String, String> resource,
      Supplier<MetricSnapshots> metrics,
      InstantSource time,
      Consumer<String> tell) {
    this.settings = settings;
    this.metrics = metrics;
    this.time = time;
    this.tell = tell;
    this.request = new OtlpRequest(resource, nanos(time.instant()));
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void pushAgainAndAgain() {
    try {
      boolean last;
      do {
        last = closed.await(settings.every().toNanos(), TimeUnit.NANOSECONDS);
        push();
      } while (!last);
    } catch (InterruptedException e) {
      // the collector did not answer until the end
    }
  }

  private void push() throws InterruptedException {
    HttpRequest post =
        settings
            .request()
            .timeout(TIMEOUT)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    request.of(metrics.get(), nanos(time.instant()))))
            .build();
    try {
      int status = http.send(post, HttpResponse.BodyHandlers.discarding()).statusCode();
      became(status < FIRST_BAD_STATUS, "it answers with status " + status + remedy(status));
    } catch (IOException e) {
      became(false, why(e));
    }
  }

  private static String remedy(int status) {
    return status == NOT_FOUND ? ": the path is mostly /v1/metrics" : "";
  }

  /** What was sent without HTTP is not printed. */
  private static String why(IOException failure) {
    String says = failure.getMessage() == null ? "it cannot be reached" : failure.getMessage();
    return failure instanceof ProtocolException || says.contains(NO_HTTP)
        ? "it does not answer by HTTP; port 4317 is mostly for gRPC, 4318 for HTTP"
        : ForeignText.line(says);
  }

  private void became(boolean now, String why) {
    if (now != arrived) {
      tell.accept(
          now
              ? "metrics reach " + settings + " again"
              : "metrics do not reach " + settings + ": " + why);
    }
    arrived = now;
  }

  private static long nanos(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }

  /** Pushes for the last time, unless that takes too long. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
