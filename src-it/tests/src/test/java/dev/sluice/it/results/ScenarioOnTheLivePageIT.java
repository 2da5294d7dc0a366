package dev.sluice.it.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live page of a scenario has its steps, with the curves they make, and its objectives. */
@Tag("soak")
class ScenarioOnTheLivePageIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern PAGE = Pattern.compile("page on (http://\\S+)");
  private static final String SCENARIO =
      """
      providers:
        nothing: {type: "null"}
      workloads:
        w: {type: send, provider: nothing, threads: 2, rate: 50}
      run: {page: 0, interval: 200ms}
      objectives:
        - w: errors == 0
      steps:
        - for-each: {rate: [50, 100, 150]}
          do:
            - rate: ${rate}
            - measure: 1s
      """;

  @TempDir Path temporary;

  @Test
  void aPageThatComesEarlySeesStepsAndObjectivesAsTheyCome() throws Exception {
    Path file = Files.writeString(temporary.resolve("plan.yaml"), SCENARIO);
    try (LiveProcess run = LiveProcess.start("run " + file)) {
      Matcher page = run.await(0, PAGE, PATIENCE).orElseThrow(() -> new AssertionError(run));
      HttpRequest follow =
          HttpRequest.newBuilder(URI.create(page.group(1)).resolve("/page/stream")).build();
      try (Stream<String> lines =
          HttpClient.newHttpClient().send(follow, BodyHandlers.ofLines()).body()) {
        List<JSONObject> whole =
            lines
                .filter(line -> line.startsWith("data: {"))
                .map(line -> new JSONObject(line.substring("data: ".length())))
                .filter(each -> each.has("run"))
                .toList();
        JSONObject last = whole.get(whole.size() - 1);
        assertThat(last.getJSONArray("steps")).hasSize(4); // with the header
        assertThat(last.getJSONArray("sweeps").length()).isPositive();
        assertThat(last.getJSONObject("run").getJSONArray("objectives")).hasSize(1);
        assertThat(whole.get(0).getJSONArray("steps").length()).isLessThan(4);
      }
      assertThat(run.exitCode(PATIENCE)).as("%s", run).isZero();
    }
  }
}
