package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped rehearsal: real outages, whose length a relay between it and the faults knows. */
class RehearseIT {

  private static final int MOST_PLAYED = 5;
  private static final double EXACT_MILLIS = 50;
  private static final double SHORT_MILLIS = 400;
  private static final int LEAST_JUDGED = 4; // of the five of one play

  private static final String NOT_JUDGED = "not judged";

  @TempDir Path directory;

  private final List<Double> errors = new ArrayList<>(); // of all plays
  private List<CutRelay.Outage> outages; // of the last play

  @Test
  void outagesAreAsLongAsTheyWere() throws Exception {
    boolean judged = playAndCompare();
    // the harness stood still where an outage begins or ends: then that has no length
    for (int again = 1; again < MOST_PLAYED && !judged; again++) {
      Files.move(directory.resolve("out"), directory.resolve("out-" + again));
      judged = playAndCompare();
    }
    if (judged) {
      assertThat(errors).hasSizeGreaterThanOrEqualTo(LEAST_JUDGED);
      // a busy host makes work stand still for longer, but hardly after each of them
      assertThat(Collections.min(errors)).isLessThan(EXACT_MILLIS);
    } else { // that is right on a host that has too few processors, and nowhere else
      OperatingSystemMXBean host = ManagementFactory.getOperatingSystemMXBean();
      assertThat(host.getSystemLoadAverage()).isGreaterThan(host.getAvailableProcessors());
    }
  }

  /** Whether each outage has a length. */
  private boolean playAndCompare() throws Exception {
    play();
    List<List<String>> rows = Csv.read(directory.resolve("out/faults.csv"));
    assertThat(rows).hasSize(2 + outages.size());
    JSONObject certificate =
        new JSONObject(Files.readString(directory.resolve("out/certificate.json")));
    // on a busy host the usual time of a message may be as long, which the certificate then says
    double longEnough = Math.max(SHORT_MILLIS, certificate.getDouble("unseenMillis"));
    boolean judged = true;
    for (int i = 0; i < outages.size(); i++) {
      String length = rows.get(2 + i).get(rows.get(0).indexOf("outage_ms"));
      double atLeast = outages.get(i).leastMillis();
      if (length.equals(NOT_JUDGED) || length.isEmpty()) { // too little was done before the first
        judged = false;
      } else if (Double.parseDouble(length) > 0 || atLeast >= longEnough) {
        double found = Double.parseDouble(length);
        assertThat(found).as("%s", rows).isGreaterThan(atLeast - EXACT_MILLIS);
        errors.add(found - outages.get(i).mostMillis());
      } // else a busy host took as long before the first fault, too
    }
    assertThat(certificate.getString("outcome"))
        .isIn(judged ? List.of("met", "not_judged") : List.of("not_judged"));
    assertThat(certificate.getString("planSha256")).hasSize(64);
    assertThat(directory.resolve("out/certificate.html")).isNotEmptyFile();
    return judged;
  }

  private void play() throws Exception {
    Path root = PackagedProgram.root();
    List<Integer> ports = FreePorts.take(2);
    try (CutRelay relay = new CutRelay(ports.get(1), false)) {
      String text =
          Files.readString(root.resolve("config/rehearse/simulated.yaml"))
              .replace("127.0.0.1:${admin-port}", "127.0.0.1:" + relay.port())
              .replace("${BASE_PORT:-16414}", "" + ports.get(0))
              .replace("${ADMIN_PORT:-16500}", "" + ports.get(1))
              .replace(":-/tmp}", ":-" + directory + "}")
              .replace(":-src-it/", ":-" + root.resolve("src-it") + "/");
      Path plan = Files.writeString(directory.resolve("plan.yaml"), text);

      SluiceProcess process =
          SluiceProcess.run(
              directory,
              List.of(
                  "rehearse", plan.toString(), "--share", "50%", "--outage", "8s", "--out", "out"));

      assertThat(process.exitCode()).as("%s", process).isIn(0, 5); // 5 on a busy host
      outages = relay.outages();
    }
  }
}
