package dev.sluice.control.endpoint.http;

import dev.sluice.control.format.Json;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to an HTTP request.
 *
 * @param status the status code
 * @param contentType with its character set, UTF-8
 * @param text the body
 * @param headers beside those that every answer has
 */
public record HttpReply(int status, String contentType, String text, Map<String, String> headers) {

  public static final String PLAIN = "text/plain; charset=utf-8";
  public static final String JSON = "application/json";

  private static final String PROBLEM = "application/problem+json";

  /** The content that was asked for. */
  public static HttpReply of(String contentType, String text) {
    return new HttpReply(HttpResponseStatus.OK.code(), contentType, text, Map.of());
  }

  public static HttpReply json(Json content) {
    return of(JSON, content + "\n");
  }

  /**
   * A problem, in the form of RFC 9457.
   *
   * @param detail one sentence for a person
   */
  public static HttpReply problem(int status, String detail) {
    return problem(status, detail, new Json());
  }

  /**
   * The same with members of its own.
   *
   * @param more those members
   */
  public static HttpReply problem(int status, String detail, Json more) {
    Json problem =
        new Json()
            .put("type", "about:blank")
            .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
            .put("status", status)
            .put("detail", detail);
    more.members().forEach(problem::put);
    return new HttpReply(status, PROBLEM, problem + "\n", Map.of());
  }

  /** The same with one more header. */
  public HttpReply with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpReply(status, contentType, text, more);
  }
}
