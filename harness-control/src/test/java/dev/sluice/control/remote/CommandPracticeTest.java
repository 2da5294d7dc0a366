package dev.sluice.control.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.control.socket.RealRun;
import dev.sluice.core.run.Reporter;
import dev.sluice.core.run.RunEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What is practised is what people do: connecting, a rate, a total, an older command, a status. */
class CommandPracticeTest {

  @Test
  void theRunIsDrivenThroughASocket() throws Exception {
    List<String> events = new CopyOnWriteArrayList<>();
    Reporter reporter =
        new Reporter() {
          @Override
          public void event(RunEvent event) {
            events.add(event.text());
          }
        };
    try (RealRun run = new RealRun("", 2, 1, reporter)) {
      CommandPractice.with(run.control(), "senders");
    }
    assertThat(String.join("\n", events)).contains("2.00/s per worker", "1000.00/s in total");
  }

  @Test
  void aRunThatHasNoSuchWorkloadIsOfNoConsequence() throws Exception {
    try (RealRun run = new RealRun("", 1, 1)) {
      assertThatCode(() -> CommandPractice.with(run.control(), "nobody"))
          .doesNotThrowAnyException();
    }
  }
}
