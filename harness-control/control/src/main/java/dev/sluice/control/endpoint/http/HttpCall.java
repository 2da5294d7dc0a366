package dev.sluice.control.endpoint.http;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.Caller;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A request that may be answered.
 *
 * @param path without the query, decoded
 * @param query the first value of each parameter
 * @param headers the value of a header by its name, empty if there is none
 * @param body the text behind the headers, may be empty
 * @param caller who asks
 */
public record HttpCall(
    String path,
    Map<String, String> query,
    UnaryOperator<String> headers,
    String body,
    Caller caller) {

  /** What the client may do. */
  public Role role() {
    return caller.role();
  }

  /**
   * A parameter that is a count.
   *
   * @throws BadRequestException if it is something else
   */
  public Optional<Long> count(String name) throws BadRequestException {
    String text = query.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      long count = Long.parseLong(text);
      if (count >= 0) {
        return Optional.of(count);
      }
    } catch (NumberFormatException e) {
      // told below, with what is negative
    }
    throw new BadRequestException("the parameter " + name + " is a count, such as " + name + "=5");
  }

  /** A request that makes no sense; the message tells the client why. */
  public static final class BadRequestException extends Exception {

    private static final long serialVersionUID = 1L;

    public BadRequestException(String message) {
      super(message);
    }
  }
}
