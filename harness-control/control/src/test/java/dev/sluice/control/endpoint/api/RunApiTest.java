package dev.sluice.control.endpoint.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.api.RunFeed.Numbered;
import dev.sluice.control.endpoint.client.Address;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.bus.RunEvent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The HTTP interface of a run, compared with its own description. */
@Timeout(60)
class RunApiTest {

  private static final String API = "/api/v1/";

  private final HttpClient http = HttpClient.newHttpClient();
  private final FakeRunControl control = new FakeRunControl();
  private final RunApi api =
      new RunApi(
          new CommandRunner(control, StatisticsLine.basic(control), "P1,"),
          UnaryOperator.identity());
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = new HttpServer(PortSettings.onLoopback(0), api.routes());
    server.start();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theDescriptionNamesExactlyTheRoutes() throws Exception {
    JSONObject paths = description().getJSONObject("paths");
    Map<String, String> described =
        paths.keySet().stream()
            .filter(path -> path.startsWith(API))
            .collect(
                Collectors.toMap(
                    path -> path, path -> String.join(",", paths.getJSONObject(path).keySet())));
    assertThat(described)
        .isEqualTo(
            api.routes().stream()
                .collect(
                    Collectors.toMap(
                        HttpRoute::path, route -> route.method().toLowerCase(Locale.ROOT))));
  }

  @Test
  void everyReplyIsAsDescribed() throws Exception {
    tellSome();
    for (String path : List.of("run", "intervals", "events", "openapi.json")) {
      assertDescribed("get", API + path, get(API + path));
    }
    assertThat(new JSONObject(get(API + "intervals").body()).getJSONArray("items")).hasSize(2);
    assertThat(new JSONObject(get(API + "events").body()).getJSONArray("items")).hasSize(1);
    assertDescribed("post", API + "commands", command("text/plain", "status"));
    assertDescribed("post", API + "commands", command("text/plain", "frob"));
    assertDescribed("post", API + "commands", command("text/plain", "quit"));
    assertDescribed("post", API + "commands", command("application/json", "no json"));
    assertDescribed("get", API + "intervals", get(API + "intervals?after=x"));
  }

  @Test
  void whatIsKnownIsLeftOut() throws Exception {
    tellSome();
    JSONObject page = new JSONObject(get(API + "intervals?after=1").body());
    assertThat(page.getLong("last")).isEqualTo(2);
    JSONArray items = page.getJSONArray("items");
    assertThat(items).hasSize(1);
    assertThat(items.getJSONObject(0).getLong("interval")).isEqualTo(2);
    assertThat(new JSONObject(get(API + "intervals?after=99").body()).getJSONArray("items"))
        .isEmpty();
  }

  @Test
  void aClientSpeaksItAsItSpeaksToASocket() throws Exception {
    CommandClient client = new CommandClient(Optional.empty());
    List<Address> here = List.of(Address.parse(server.url("/")));
    Reply done = client.sendToAll(here, "rate 5", Duration.ofSeconds(30)).get(0);
    assertThat(done.ok()).isTrue();
    assertThat(done.lines()).last().asString().startsWith("OK");
    assertThat(control.calls).anyMatch(call -> call.startsWith("changeRate"));
    assertThat(command("text/plain", "{\"command\": \"rate 7\"}").statusCode()).isEqualTo(200);
    Reply refused = client.sendToAll(here, "frob", Duration.ofSeconds(30)).get(0);
    assertThat(refused.ok()).isFalse();
    assertThat(refused.problem()).startsWith("ERR unknown-command");
  }

  @Test
  void onlyTheLastAreKept() {
    Numbered kept = new Numbered(3);
    for (int i = 1; i <= 10; i++) {
      kept.add(2L * i, "", "" + i);
    }
    assertThat(kept.after(0, 100)).isEqualTo(new Numbered.Slice(10, List.of("8", "9", "10")));
    assertThat(kept.after(8, 1)).isEqualTo(new Numbered.Slice(9, List.of("9")));
    assertThat(kept.after(50, 100)).isEqualTo(new Numbered.Slice(10, List.of()));
  }

  private void tellSome() {
    api.sink().interval(Snapshots.of("P1", 1, 60_000, 3_000_000));
    api.sink().interval(Snapshots.of("P1", 2, 60_000, 3_000_000));
    api.sink().event(new RunEvent(Instant.EPOCH, 5, RunEvent.Kind.MARK, "", "here"));
  }

  private void assertDescribed(String method, String path, HttpResponse<String> reply)
      throws IOException, InterruptedException {
    JSONObject description = description();
    JSONObject responses =
        description
            .getJSONObject("paths")
            .getJSONObject(path)
            .getJSONObject(method)
            .getJSONObject("responses");
    String code = Integer.toString(reply.statusCode());
    assertThat(new TreeSet<>(responses.keySet())).as(path).contains(code);
    JSONObject content = responses.getJSONObject(code).getJSONObject("content");
    String type = reply.headers().firstValue("content-type").orElseThrow();
    assertThat(content.keySet()).as(path + " " + code).contains(type);
    Schema schema = new Schema(description.getJSONObject("components").getJSONObject("schemas"));
    assertThat(
            schema.faults(
                new JSONObject(reply.body()), content.getJSONObject(type).getJSONObject("schema")))
        .as(path + " " + reply.body())
        .isEmpty();
  }

  private JSONObject description() throws IOException, InterruptedException {
    return new JSONObject(get(API + "openapi.json").body());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(server.url(path))).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> command(String type, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(server.url(API + "commands")))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
