package dev.sluice.mqsim.queue.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {

  private static final Map<String, Object> MESSAGE =
      Map.of(
          "color", "red",
          "quoted", "it's",
          "under", "a_b",
          "n", 5L,
          "ratio", 2.5,
          "flag", true,
          "Country.Code", "UK");

  private static boolean accepts(String selector) {
    return Selector.parse(selector).accepts(MESSAGE::get);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "color = 'red'",
        "color <> 'blue'",
        "quoted = 'it''s'",
        "n = 5",
        "n = 5.0",
        "n > 4 AND n >= 5 AND n < 6 AND n <= 5",
        "n BETWEEN 5 AND 6",
        "n NOT BETWEEN 6 AND 7",
        "color IN ('blue', 'red')",
        "color NOT IN ('blue')",
        "color LIKE 'r%'",
        "color LIKE '_e_'",
        "color NOT LIKE 'R%'",
        "under LIKE 'a!_b' ESCAPE '!'",
        "missing IS NULL",
        "color IS NOT NULL",
        "flag",
        "flag = TRUE",
        "NOT (flag = FALSE)",
        "n + 1 = 6 AND n - 1 = 4 AND n * 2 = 10 AND n / 2 = 2",
        "ratio * 2 = 5",
        "1 + 2 * 3 = 7",
        "(1 + 2) * 3 = 9",
        "-n = -5 AND +n = 5",
        "n > 1e0 AND n < 0x10 AND n = 5L",
        "color = 'blue' OR n = 5 AND flag",
        "missing = 'x' OR color = 'red'",
        "Country.Code = 'UK'",
        "color='red'AND n=5",
        "not n = 4 and color like 'red'"
      })
  void accepting(String selector) {
    assertThat(accepts(selector)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "color = 'blue'",
        "n <> 5",
        "missing = 'x'",
        "NOT missing = 'x'",
        "missing <> 'x'",
        "missing > 1 AND TRUE",
        "missing BETWEEN 1 AND 2",
        "missing NOT BETWEEN 1 AND 2",
        "missing IN ('x')",
        "missing NOT IN ('x')",
        "missing LIKE '%'",
        "missing NOT LIKE '%'",
        "color = 5",
        "color <> 5",
        "color > 'a'",
        "under LIKE 'a!_c' ESCAPE '!'",
        "color LIKE 're'",
        "n / 0 = 1",
        "color + 1 = 2",
        "FALSE"
      })
  void notAccepting(String selector) {
    assertThat(accepts(selector)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=",
        "a =",
        "a = = b",
        "a = 'open",
        "(a = 1",
        "a = 1)",
        "a BETWEEN 1",
        "a IN ()",
        "a IN (1)",
        "a LIKE 5",
        "a LIKE 'x' ESCAPE 'xy'",
        "a LIKE 'x!' ESCAPE '!'",
        "a IS 5",
        "a NOT = 5",
        "AND a = 1",
        "a = 1 b = 2",
        "a = 99999999999999999999",
        "a # b",
        "NOT"
      })
  void notASelector(String text) {
    assertThatThrownBy(() -> Selector.parse(text)).isInstanceOf(InvalidSelectorException.class);
  }
}
