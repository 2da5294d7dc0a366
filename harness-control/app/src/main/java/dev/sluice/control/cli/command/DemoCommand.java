package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.SummaryOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Plays a plan that shows the main features, in about 20 seconds. */
@Command(
    description = {
      "Show the main features on a broker inside this process, in about 20 seconds.",
      "4 senders and 4 receivers; the senders' rate is raised three times."
    })
final class DemoCommand extends CommandPart implements Callable<Integer> {

  private static final String PLAN = "demo.yaml";

  @Mixin SummaryOptions summary;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ScenarioPlay play = new ScenarioPlay(this, summary.form());
    try (InputStream in = DemoCommand.class.getResourceAsStream(PLAN)) {
      byte[] plan = Objects.requireNonNull(in, PLAN).readAllBytes();
      return play.alone(
          play.read("demo", PLAN, new String(plan, StandardCharsets.UTF_8), List.of()),
          Optional.empty());
    }
  }
}
