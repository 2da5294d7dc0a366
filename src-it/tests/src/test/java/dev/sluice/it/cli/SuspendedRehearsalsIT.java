package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rehearsals with outages of drawn lengths, half of them suspended meanwhile: by a clock outside of
 * the harness each outage has its length, or is not judged and the standstill is named. {@code
 * -Dplays=40} is how many, of which half are beside ten busy loops; {@code -Dloops=0} and {@code
 * -Dloops=10} play one half.
 */
@Tag("soak")
class SuspendedRehearsalsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");
  private static final String CERTIFICATE = "certificate.json";
  private static final int NOT_JUDGED = 5;
  private static final Set<String> UNJUDGED = Set.of("", "not judged");
  private static final double EXACT_MILLIS = 200;
  private static final int STEADY_MILLIS = 8_000;
  private static final int CALM_MILLIS = 3_000;
  private static final double NOT_JUDGED_AT_MOST = 0.3; // of quiet plays with a suspension

  @TempDir Path directory;

  /**
   * What is drawn for a play.
   *
   * @param cut whether the network is cut, or only said to be
   * @param suspendedMillis 0 if the harness is not suspended
   * @param atMillis when it is, since its workers were up
   */
  private record Draw(boolean cut, int cutMillis, int suspendedMillis, int atMillis) {

    static Draw of(int seed) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean suspended = seed % 2 == 1;
      int cutMillis = random.nextInt(300, 5_000);
      return new Draw(
          seed % 8 != 1,
          cutMillis,
          suspended ? random.nextInt(500, 4_000) : 0,
          random.nextInt(2_000, STEADY_MILLIS + cutMillis + CALM_MILLIS - 1_000));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.sluice.it.cli.BusyLoops#counts")
  @SuppressWarnings("try") // loops that run beside it
  void anOutageHasItsLengthOrIsNotJudged(int loops) throws Exception {
    int plays = Integer.getInteger("plays", 4) / 2;
    List<String> wrong = new ArrayList<>();
    int suspended = 0;
    int notJudged = 0;
    try (BusyLoops busy = new BusyLoops(loops)) {
      for (int seed = 0; seed < plays; seed++) {
        Draw draw = Draw.of(seed);
        String found = play(draw, Files.createDirectory(directory.resolve("play" + seed)));
        System.out.println(loops + " loops, play " + seed + ", " + draw + ": " + found);
        boolean judged = !found.startsWith("not judged");
        boolean calm = loops == 0 && draw.suspendedMillis == 0;
        if (found.startsWith("wrong") || (calm && !judged)) {
          wrong.add(seed + ", " + draw + ": " + found);
        }
        suspended += draw.suspendedMillis > 0 ? 1 : 0;
        notJudged += judged ? 0 : 1;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(loops > 0 || notJudged <= Math.ceil(NOT_JUDGED_AT_MOST * suspended))
        .as("%d of %d not judged", notJudged, suspended)
        .isTrue();
  }

  /** What the certificate says of the fault, beside the clock outside of it. */
  private static String play(Draw draw, Path own) throws Exception {
    Path root = PackagedProgram.root();
    List<Integer> ports = FreePorts.take(2);
    Path out = own.resolve("out");
    try (CutRelay relay = new CutRelay(ports.get(1), !draw.cut)) {
      Path plan =
          Files.writeString(
              own.resolve("plan.yaml"),
              Files.readString(root.resolve("config/rehearse/simulated.yaml"))
                  .replace("127.0.0.1:${admin-port}", "127.0.0.1:" + relay.port())
                  .replace("${BASE_PORT:-16414}", "" + ports.get(0))
                  .replace("${ADMIN_PORT:-16500}", "" + ports.get(1))
                  .replace(":-/tmp}", ":-" + own + "}")
                  .replace(":-src-it/", ":-" + root.resolve("src-it") + "/")
                  .replace("[200ms, 500ms, 1s, 2s, 3s]", "[" + draw.cutMillis + "ms]")
                  .replace("- wait: 6s", "- wait: " + STEADY_MILLIS + "ms")
                  .replace("- wait: 2s", "- wait: " + CALM_MILLIS + "ms"));
      int exitCode;
      try (LiveProcess run = LiveProcess.start("rehearse " + plan + " --out " + out)) {
        assertThat(run.await(0, STARTED, PATIENCE)).as("%s", run).isPresent();
        if (draw.suspendedMillis > 0) {
          Thread.sleep(draw.atMillis); // for a process, which is a real one, time passes
          run.signal("STOP");
          Thread.sleep(draw.suspendedMillis);
          run.signal("CONT");
        }
        exitCode = run.exitCode(PATIENCE);
        if (!Files.exists(out.resolve(CERTIFICATE)) || relay.outages().size() != 1) {
          return "wrong: exit code " + exitCode + ", " + relay.outages() + "\n" + run;
        }
      }
      return verdict(out, exitCode, relay.outages().get(0));
    }
  }

  /** Rows before the fault and of it; nothing was to happen before it. */
  private static String verdict(Path out, int exitCode, CutRelay.Outage truth) throws Exception {
    List<List<String>> rows = Csv.read(out.resolve("faults.csv"));
    JSONObject certificate = new JSONObject(Files.readString(out.resolve(CERTIFICATE)));
    String standstills = certificate.getJSONArray("standstills").toString();
    String text =
        rows.subList(1, rows.size())
            + ", truth "
            + truth
            + ", exit code "
            + exitCode
            + ", "
            + standstills;
    int column = rows.get(0).indexOf("outage_ms");
    String before = rows.get(1).get(column);
    String after = rows.get(2).get(column);
    if (UNJUDGED.contains(before) || UNJUDGED.contains(after)) {
      boolean told = exitCode == NOT_JUDGED && !standstills.equals("[]");
      return (told ? "" : "wrong: ") + "not judged: " + text;
    }
    double found = Double.parseDouble(after);
    boolean exact =
        found >= truth.leastMillis() - EXACT_MILLIS && found <= truth.mostMillis() + EXACT_MILLIS;
    boolean steady = Double.parseDouble(before) <= EXACT_MILLIS;
    return (exact && steady && exitCode == 0 ? "" : "wrong: ") + text;
  }
}
