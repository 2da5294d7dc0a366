package dev.sluice.control.endpoint.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.control.endpoint.socket.RealRun;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.Priming;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The practised commands are those that people give: a connection, a rate, a total, an older
 * command, a status.
 */
class CommandPracticeTest {

  @Test
  void theRunIsDrivenThroughASocket() throws Exception {
    List<String> events = new CopyOnWriteArrayList<>();
    Sink reporter =
        new Sink() {
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
    Priming.commands((idle, workload) -> replies.complete(CommandPractice.with(idle, workload)));
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
