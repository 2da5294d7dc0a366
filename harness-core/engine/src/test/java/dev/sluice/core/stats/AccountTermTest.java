package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;

class AccountTermTest {

  private static final Random RANDOM = new Random(1);

  /** Each account is two sums of the same size, whatever was counted. */
  @RepeatedTest(100)
  void bothSidesAddUpToTheSame() {
    Counts counts = Counts.of(counter -> RANDOM.nextInt(1_000));
    Unfinished after = new Unfinished(RANDOM.nextInt(100), RANDOM.nextInt(100), Map.of(), 0);
    Window account = Window.of(0, counts, Map.of(), after);
    assertThat(AccountTerm.TO_DO.stream().mapToLong(term -> term.of(account)).sum())
        .isEqualTo(account.toDo());
    assertThat(AccountTerm.OUTCOMES.stream().mapToLong(term -> term.of(account)).sum())
        .isEqualTo(account.toDo());
  }
}
