package dev.sluice.control.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that tables are read back as they were written, but for a row that was cut off. */
class CsvTest {

  private static final String CHARACTERS = "ab ,\"\n\r;é";

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void cellsAreReadBackWhateverIsInThem(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<String>> rows = new ArrayList<>();
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      List<String> row = new ArrayList<>();
      for (int cells = random.nextInt(1, 5); cells > 0; cells--) {
        row.add(cell(random));
      }
      rows.add(row);
      table.append(Csv.line(row));
    }
    assertThat(Csv.parse(table.toString())).isEqualTo(rows);
  }

  /** Never begins like a formula, which would get a quote in front. */
  private static String cell(SplittableRandom random) {
    if (random.nextBoolean()) {
      return "";
    }
    StringBuilder text = new StringBuilder("x");
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.toString();
  }

  @Test
  void aRowWithoutItsEndIsDropped() {
    List<List<String>> rows = List.of(List.of("a", "b"), List.of("1", "x \"y\",\nz"));
    String first = Csv.line(rows.get(0));
    String table = first + Csv.line(rows.get(1));
    for (int length = 0; length < table.length(); length++) {
      assertThat(Csv.parse(table.substring(0, length)))
          .as("%d characters", length)
          .isEqualTo(rows.subList(0, length < first.length() ? 0 : 1));
    }
    assertThat(Csv.parse(table)).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0.000000",
    "0.0004999, 0, 0.000499",
    "0.0005, 0.001, 0.000500",
    "0.9999999, 1, 0.999999",
    "1, 1, 1.000000",
    "20700, 20700, 20700.000000",
    "1234.5, 1234.5, 1234.500000",
    "1e9, 1000000000, 1000000000.000000"
  })
  void numbersHaveThreeDecimalsAndRatiosSixThatAreNeverRoundedUp(
      double value, String number, String ratio) {
    assertThat(Csv.line(List.of(Csv.number(value), Csv.ratio(value))))
        .isEqualTo(number + "," + ratio + "\n");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0.000001", "1500000, 1.5", "123000000000, 123000"})
  void nanosecondsAreMillisecondsToTheLastDigit(long nanos, String millis) {
    assertThat(Csv.millis(nanos).toPlainString()).isEqualTo(millis);
  }
}
