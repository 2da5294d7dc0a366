package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.core.stats.WorkloadStats.ErrorCauses;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ErrorCausesTest {

  private final ErrorCauses causes = new ErrorCauses();

  @Test
  void failuresAreCountedByCause() {
    causes.count("MQRC 2009");
    causes.count("timed out");
    causes.count("MQRC 2009");
    assertThat(causes.byCause()).containsExactly(entry("MQRC 2009", 2L), entry("timed out", 1L));
  }

  @Test
  void causesAreBoundedButNoFailureIsLost() {
    IntStream.range(0, 10_000).forEach(i -> causes.count("message " + i));
    causes.count("message 0");
    assertThat(causes.byCause())
        .hasSize(ErrorCauses.LIMIT + 1)
        .containsEntry("message 0", 2L)
        .containsEntry(ErrorCauses.OTHERS, 10_000L - ErrorCauses.LIMIT);
  }

  @Test
  void countsThatWereReadStayAsTheyWere() {
    causes.count("a");
    var read = causes.byCause();
    causes.count("a");
    assertThat(read).containsExactly(entry("a", 1L));
  }
}
