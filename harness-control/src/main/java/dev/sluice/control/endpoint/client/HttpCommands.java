package dev.sluice.control.endpoint.client;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.ClientTls;
import dev.sluice.control.endpoint.client.Address.HttpAddress;
import dev.sluice.core.text.ForeignText;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.json.JSONException;
import org.json.JSONObject;

/** Sends commands to the HTTP port of a process. Immutable; any thread. */
record HttpCommands(Optional<AccessToken> token, Optional<ClientTls> tls) {

  private static final String PATH = "/api/v1/commands";
  private static final int OK = 200;
  private static final int MAX_REPLY_BYTES = 4 << 20;

  /** Sends a command. What goes wrong is told by the reply. */
  Reply send(HttpAddress at, String line, Duration timeout) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at.at(PATH))
            .timeout(timeout)
            .header("Content-Type", "text/plain; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(line));
    token.ifPresent(each -> request.header("Authorization", each.bearer()));
    try {
      HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(timeout);
      tls.ifPresent(each -> client.sslContext(each.context()));
      HttpResponse<InputStream> response =
          client.build().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      return reply(at, response.statusCode(), text(response.body()));
    } catch (HttpTimeoutException e) {
      return Reply.failed(
          at, List.of(), "no answer from " + at + " within " + timeout.toMillis() + " ms");
    } catch (ConnectException e) {
      return Reply.failed(at, List.of(), "nothing listens at " + at);
    } catch (JSONException e) {
      return Reply.failed(at, List.of(), at + " is not the page of a run");
    } catch (IOException e) {
      return Reply.failed(at, List.of(), "the connection to " + at + " broke: " + e.getMessage());
    }
  }

  private static Reply reply(HttpAddress at, int status, String body) {
    JSONObject answer = new JSONObject(body);
    List<String> lines = new ArrayList<>();
    if (answer.has("lines")) {
      answer
          .getJSONArray("lines")
          .forEach(each -> lines.add(ForeignText.printable(each.toString())));
    }
    return status == OK
        ? Reply.done(at, lines)
        : Reply.failed(at, lines, ForeignText.printable(answer.getString("detail")));
  }

  private static String text(InputStream body) throws IOException {
    try (body) {
      byte[] all = body.readNBytes(MAX_REPLY_BYTES);
      if (body.read() >= 0) {
        throw new IOException("its reply does not end");
      }
      return new String(all, StandardCharsets.UTF_8);
    }
  }
}
