package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.http.HttpCall.BadRequestException;
import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Optional;

/**
 * A path of the HTTP port, who may ask for it, and the handler that answers.
 *
 * @param method of requests; a route for GET answers HEAD, too
 * @param path without a query; an end of {@code /*} stands for all paths below
 * @param role that a client must have
 * @param handler makes the answer
 */
public record HttpRoute(String method, String path, Role role, Handler handler) {

  private static final String ALL_BELOW = "/*";

  /** Answers a request: at once, or by events from then on. */
  public sealed interface Handler permits Answering, Streaming {}

  /** Answers at once. Called by any thread, which it may block for as long as a command takes. */
  @FunctionalInterface
  public non-sealed interface Answering extends Handler {

    /**
     * The reply to a request.
     *
     * @throws BadRequestException if the request makes no sense
     */
    HttpReply answer(HttpCall call) throws BadRequestException;
  }

  /** Sends events from now on. Called by any thread. */
  @FunctionalInterface
  public non-sealed interface Streaming extends Handler {

    /**
     * Begins to send events.
     *
     * @throws BadRequestException if the request makes no sense
     */
    void open(HttpCall call, EventStream stream) throws BadRequestException;
  }

  /** A path that is read. */
  public static HttpRoute get(String path, Role role, Answering answering) {
    return new HttpRoute(HttpMethod.GET.name(), path, role, answering);
  }

  /** A path that changes something. */
  public static HttpRoute post(String path, Role role, Answering answering) {
    return new HttpRoute(HttpMethod.POST.name(), path, role, answering);
  }

  /** A path that is read as long as the client stays connected. */
  public static HttpRoute stream(String path, Role role, Streaming streaming) {
    return new HttpRoute(HttpMethod.GET.name(), path, role, streaming);
  }

  boolean isAt(String asked) {
    return path.endsWith(ALL_BELOW)
        ? asked.startsWith(path.substring(0, path.length() - 1))
        : path.equals(asked);
  }

  boolean takes(HttpMethod asked) {
    return methods().contains(asked.name());
  }

  /** The methods that it answers. */
  List<String> methods() {
    return method.equals(HttpMethod.GET.name())
        ? List.of(method, HttpMethod.HEAD.name())
        : List.of(method);
  }

  /** The first that is at a path. */
  static Optional<HttpRoute> at(String path, List<HttpRoute> routes) {
    return routes.stream().filter(route -> route.isAt(path)).findFirst();
  }
}
