package dev.sluice.control.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.control.socket.RealRun;
import dev.sluice.core.run.Reporter;
import dev.sluice.core.run.RunEvent;
import dev.sluice.core.run.WarmUp;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
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
    List<Reply> replies;
    try (RealRun run = new RealRun("", 2, 1, reporter)) {
      replies = CommandPractice.with(run.control(), "senders");
    }
    assertThat(replies).isNotEmpty().allMatch(Reply::ok);
    assertThat(String.join("\n", events)).contains("2.00/s per worker", "1000.00/s in total");
  }

  /** A command that is refused practises nothing but refusals. */
  @Test
  void theRunOfTheWarmUpCarriesOutAllOfThem() throws Exception {
    CompletableFuture<List<Reply>> replies = new CompletableFuture<>();
    WarmUp.beside(1, new NullWorkerFactory(), (idle, workload) -> replies.complete(CommandPractice.with(idle, workload)));
    assertThat(replies.get(60, TimeUnit.SECONDS)).isNotEmpty().allMatch(Reply::ok);
  }

  @Test
  void aRunThatHasNoSuchWorkloadIsOfNoConsequence() throws Exception {
    try (RealRun run = new RealRun("", 1, 1)) {
      assertThatCode(() -> CommandPractice.with(run.control(), "nobody"))
          .doesNotThrowAnyException();
    }
  }
}
