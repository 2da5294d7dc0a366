package dev.sluice.control.sink.page;

import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.http.HttpReply;
import dev.sluice.control.endpoint.http.HttpRoute;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file that a page consists of; it holds no figures itself.
 *
 * @param path where it is served
 * @param parts the resources that it is made of, one after the other
 */
record WebFile(String path, String contentType, List<String> parts) {

  /** Of each page that is served: nothing from or to elsewhere, no script but the server's own. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static WebFile page(String path, String part) {
    return new WebFile(path, "text/html; charset=utf-8", List.of(part));
  }

  static WebFile style(String path, String... parts) {
    return new WebFile(path, "text/css; charset=utf-8", List.of(parts));
  }

  static WebFile script(String path, List<String> parts, String... more) {
    return new WebFile(
        path,
        "text/javascript; charset=utf-8",
        Stream.concat(parts.stream(), Stream.of(more)).toList());
  }

  HttpRoute route() {
    return HttpRoute.get(path, Role.ANYBODY, call -> reply(""));
  }

  /** A page with nothing but a script. */
  static HttpRoute pageOf(String path, WebFile script) {
    WebFile page = page(path, "site.html");
    return HttpRoute.get(path, Role.ANYBODY, call -> page.reply(script.path));
  }

  private HttpReply reply(String script) {
    try {
      String content = Page.resources(parts).replace("{{script}}", script);
      HttpReply reply = HttpReply.of(contentType, content);
      return contentType.startsWith("text/html")
          ? reply.with("content-security-policy", POLICY)
          : reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
