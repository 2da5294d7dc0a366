package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.catalogue.Catalogue;
import dev.sluice.control.catalogue.RunEntry;
import dev.sluice.control.catalogue.RunFoldersOnDisk;
import dev.sluice.control.catalogue.RunQuery;
import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the catalogue's site answers. */
class CatalogueSiteTest {

  private static final String TOKEN = "only-for-watching";

  @TempDir Path root;

  private final HttpClient client = HttpClient.newHttpClient();
  private Catalogue catalogue;
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    RunFoldersOnDisk.write(
        root.resolve("a"),
        RunFoldersOnDisk.done("</script><b>one", "2026-11-01T10:00:00Z", 100, 5)
            .put("labels", Map.of("team", "core")));
    RunFoldersOnDisk.write(
        root.resolve("b"), RunFoldersOnDisk.done("two", "2026-11-02T10:00:00Z", 80, 50));
    catalogue = Catalogue.open(root);
    catalogue.refresh(Catalogue.Progress.NONE);
    PortSettings settings =
        new PortSettings(
            InetAddress.getLoopbackAddress(),
            0,
            new AccessTokens(Optional.empty(), Optional.of(new AccessToken(TOKEN))),
            Optional.empty());
    server = new HttpServer(settings, new CatalogueSite(catalogue).routes());
    server.start();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url(path)));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private JSONObject ask(String path) throws Exception {
    HttpResponse<String> answer = get("/api/v1" + path, TOKEN);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new JSONObject(answer.body());
  }

  private static String text(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  @Test
  void runsAreFilteredAndCounted() throws Exception {
    JSONObject all = ask("/runs");
    assertThat(all.getInt("total")).isEqualTo(2);
    assertThat(all.has("reading")).isFalse();
    assertThat(all.getJSONArray("runs").getJSONObject(0).getString("path")).isEqualTo("b");
    JSONObject fast = ask("/runs?where=" + text("p99<20ms\nlabel.team=core") + "&search=host");
    assertThat(fast.getJSONArray("runs").getJSONObject(0).getString("id"))
        .isEqualTo("</script><b>one");
    assertThat(ask("/runs?sort=p99&reverse=false&limit=1&offset=1").getJSONArray("runs"))
        .singleElement()
        .satisfies(run -> assertThat(((JSONObject) run).getString("path")).isEqualTo("b"));
    assertThat(ask("/labels").getJSONObject("labels").toMap()).containsOnlyKeys("team");
  }

  @Test
  void aTrendHasTheOldestFirst() throws Exception {
    assertThat(ask("/trend?figure=count_rolled_back").getJSONArray("points")).hasSize(2);
    assertThat(ask("/trend").query("/points/1/value").toString()).isEqualTo("50");
  }

  /**
   * Not where 95 % of these lie: five runs know little of their spread. One that the harness
   * limited knows nothing of it.
   */
  @Test
  void fromFiveRunsOnATrendSaysWhereTheNextOneLies() throws Exception {
    assertThat(ask("/trend").getJSONObject("bands").toMap()).isEmpty();
    for (int millis : new int[] {20, 30, 35}) {
      String day = "2026-11-%02dT10:00:00Z".formatted(millis - 15);
      RunFoldersOnDisk.write(
          root.resolve("at-" + millis), RunFoldersOnDisk.done("more", day, 90, millis));
    }
    JSONObject limited = RunFoldersOnDisk.done("limited", "2026-11-25T10:00:00Z", 40, 9_000);
    ((JSONObject) limited.query("/summary/workloads/0")).put("verdict", "harness_limited");
    RunFoldersOnDisk.write(root.resolve("limited"), limited);
    catalogue.refresh(Catalogue.Progress.NONE);
    JSONObject trend = ask("/trend");
    assertThat(trend.getJSONArray("points")).as("with that of the harness").hasSize(6);
    JSONArray points = trend.getJSONArray("points");
    double[] values =
        IntStream.range(0, 5)
            .mapToDouble(i -> points.getJSONObject(i).getDouble("value"))
            .toArray();
    Interval next = Estimate.ofNext(0.95, values);
    JSONArray band =
        trend.getJSONObject("bands").getJSONArray(points.getJSONObject(0).getString("workload"));
    assertThat(band.getDouble(0)).isCloseTo(next.low(), within(1e-6));
    assertThat(band.getDouble(1)).isCloseTo(next.high(), within(1e-6));
    assertThat(next.contains(75)).as("mean + 1.96 s ends at 61").isTrue();
  }

  @Test
  void whatIsStillToBeReadIsSaid() throws Exception {
    CatalogueSite site = new CatalogueSite(catalogue);
    try (HttpServer other = new HttpServer(PortSettings.onLoopback(0), site.routes())) {
      other.start();
      URI runs = URI.create(other.url("/api/v1/runs"));
      site.progress(500, 10_000);
      String during =
          client.send(HttpRequest.newBuilder(runs).build(), BodyHandlers.ofString()).body();
      site.progress(10_000, 10_000);
      String after =
          client.send(HttpRequest.newBuilder(runs).build(), BodyHandlers.ofString()).body();
      assertThat(new JSONObject(during).query("/reading/done")).isEqualTo(500);
      assertThat(new JSONObject(after).has("reading")).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/runs?where=nonsense",
        "/runs?sort=nothing",
        "/runs?limit=-1",
        "/trend?figure=p99",
        "/trend?figure=path%20FROM%20runs--",
        "/report?run=..%2F..",
        "/report?run=%2Fetc",
        "/report",
        "/compare?runs=a",
        "/compare?runs=a%0A..%2Fb"
      })
  void anythingElseIsRefused(String path) throws Exception {
    HttpResponse<String> answer = get("/api/v1" + path, TOKEN);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
  }

  @Test
  void aRunThatSomebodyDamagedIsAnswered() throws Exception {
    RunFoldersOnDisk.hostile(root);
    catalogue.refresh(Catalogue.Progress.NONE);
    for (RunEntry run : catalogue.list(RunQuery.ALL)) {
      HttpResponse<String> report = get("/api/v1/report?run=" + text(run.path()), TOKEN);
      assertThat(report.statusCode()).as(run.path() + report.body()).isIn(200, 400);
      HttpResponse<String> both = get("/api/v1/compare?runs=a%0A" + text(run.path()), TOKEN);
      assertThat(both.statusCode()).as(run.path() + both.body()).isIn(200, 400);
    }
    RunFoldersOnDisk.removeLinks(root);
  }

  /** The pages themselves hold nothing of a run, so that a browser can get them without a token. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "/report?run=a", "/compare?runs=a", "/catalogue.js", "/page.css"})
  void pagesAreForAnybody(String path) throws Exception {
    HttpResponse<String> page = get(path, "");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("<b>one", "host-one");
    if (page.body().startsWith("<!DOCTYPE")) {
      assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'")
          .doesNotContain("unsafe");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/runs", "/labels", "/trend", "/report?run=a", "/compare?runs=a%0Ab"})
  void figuresNeedTheToken(String path) throws Exception {
    assertThat(get("/api/v1" + path, "").statusCode()).isEqualTo(401);
    assertThat(get("/api/v1" + path, "another-token").statusCode()).isEqualTo(401);
  }
}
