package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.access.AddressBackOff;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.access.Role;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who may ask for what: by token, and, because browsers carry out what other sites tell them, by
 * origin and by the name that the server was asked by. For one thread.
 */
record HttpAccess(PortSettings settings, AddressBackOff backOff) {

  private static final String BEARER = "Bearer ";

  /** A name that no other site can have lead here: an address, or this host. */
  private static final Pattern OWN_NAME =
      Pattern.compile("(?:localhost|[0-9.]+|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?");

  /** The role of a client, or the answer that refuses it. */
  record Decision(Role role, Optional<HttpReply> refusal) {

    private static Decision refused(HttpReply reply) {
      return new Decision(Role.ANYBODY, Optional.of(reply));
    }
  }

  /** How addresses of the server begin. */
  String scheme() {
    return settings.tls().isPresent() ? "https" : "http";
  }

  /**
   * Whether a request is answered.
   *
   * @param needed the role that its path asks for
   */
  Decision decide(Role needed, HttpRequest request, InetAddress from) {
    HttpHeaders headers = request.headers();
    if (headers.getAll(HttpHeaderNames.HOST).size() > 1
        || headers.getAll(HttpHeaderNames.ORIGIN).size() > 1) {
      return Decision.refused(HttpReply.problem(400, "more than one Host or Origin"));
    }
    if (needed == Role.ANYBODY) {
      return new Decision(Role.ANYBODY, Optional.empty());
    }
    String host = headers.get(HttpHeaderNames.HOST, "");
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (origin != null && !origin.equalsIgnoreCase(scheme() + "://" + host)) {
      return Decision.refused(HttpReply.problem(403, "a page of another origin may not ask"));
    }
    if (!settings.tokens().needed()) {
      return OWN_NAME.matcher(host).matches()
          ? new Decision(Role.CONTROL, Optional.empty())
          : Decision.refused(
              HttpReply.problem(403, "without a token, ask for localhost or an address"));
    }
    return byToken(needed, headers.get(HttpHeaderNames.AUTHORIZATION, ""), from);
  }

  private Decision byToken(Role needed, String authorization, InetAddress from) {
    Duration wait = backOff.waitOf(from);
    if (!wait.isZero()) {
      long seconds = wait.plusSeconds(1).minusNanos(1).toSeconds();
      return Decision.refused(
          HttpReply.problem(429, "too many wrong tokens from this address")
              .with(HttpHeaderNames.RETRY_AFTER.toString(), Long.toString(seconds)));
    }
    if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Decision.refused(unauthorized("show a token: Authorization: Bearer TOKEN"));
    }
    Role role = settings.tokens().roleOf(authorization.substring(BEARER.length()).strip());
    if (role == Role.ANYBODY) {
      backOff.failed(from, "the HTTP port");
      return Decision.refused(unauthorized("this is not the token"));
    }
    backOff.succeeded(from);
    return role.compareTo(needed) >= 0
        ? new Decision(role, Optional.empty())
        : Decision.refused(
            HttpReply.problem(403, "this token is for watching, and not for commands"));
  }

  private static HttpReply unauthorized(String detail) {
    return HttpReply.problem(401, detail)
        .with(HttpHeaderNames.WWW_AUTHENTICATE.toString(), "Bearer realm=\"sluice\"");
  }
}
