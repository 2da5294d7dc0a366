package dev.sluice.control.sink.otlp;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;

/**
 * Where metrics are pushed to.
 *
 * @param url of the collector, whole, such as {@code http://localhost:4318/v1/metrics}
 * @param headers of each request, such as one that authorizes it; its values are secrets
 * @param every the time between two pushes
 */
public record OtlpSettings(URI url, Map<String, String> headers, Duration every) {

  /**
   * Settings that requests can be made of.
   *
   * @throws IllegalArgumentException if not, with one line that says what is wrong
   */
  public OtlpSettings {
    headers = Map.copyOf(headers);
    if (url.getHost() == null
        || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
      throw new IllegalArgumentException("it is not the URL of an HTTP server");
    }
    try {
      request(url, headers);
    } catch (IllegalArgumentException e) { // which may say the secret
      throw new IllegalArgumentException("its headers have characters that HTTP does not allow");
    }
  }

  /** A request that is complete but for its body. */
  HttpRequest.Builder request() {
    return request(url, headers);
  }

  private static HttpRequest.Builder request(URI url, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).header("Content-Type", "application/json");
    headers.forEach(request::setHeader);
    return request;
  }

  @Override
  public String toString() { // without what is secret
    return url.getScheme()
        + "://"
        + url.getHost()
        + (url.getPort() < 0 ? "" : ":" + url.getPort())
        + url.getPath();
  }
}
