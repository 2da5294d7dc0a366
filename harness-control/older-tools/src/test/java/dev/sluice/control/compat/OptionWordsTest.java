package dev.sluice.control.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -rt 5                | rt=5
          -rt=5                | rt=5
          -RT 5                | rt=5
          -tx                  | tx=
          -tx -pp              | tx=;pp=
          -tx -pp true -co     | tx=;pp=true;co=
          -sf colour is red -x | sf=colour is red;x=
          -sf=a = 'b'          | sf=a = 'b'
          -ja=-1               | ja=-1
          -to -1 -tx           | to=-1;tx=
          -rt -0.5             | rt=-0.5
          --rl 5               | -rl=5
          run it -rt 3         | rt=3
          """)
  void options(String line, String expected) {
    assertThat(shown(List.of(line.split(" ")), false)).isEqualTo(expected);
  }

  @Test
  void anEmptyWordIsAnEmptyValue() {
    assertThat(OptionWords.parse(List.of("-jl", "", "-nt", "2"), false))
        .containsExactly(entry("jl", ""), entry("nt", "2"));
  }

  @Test
  void blanksAroundAValueAreIgnored() {
    assertThat(OptionWords.parse(List.of("-nt", " 2 ", "-d", " a  b "), false))
        .containsExactly(entry("nt", "2"), entry("d", "a  b"));
  }

  @Test
  void namesKeepTheirCaseWhereItMatters() {
    assertThat(shown(List.of("-Rt", "5"), true)).isEqualTo("Rt=5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -rt 1 -rt 2 | -rt is given twice
          -rt 1 -RT=2 | -RT is given twice
          """)
  void wrongLines(String line, String complaint) {
    List<String> words = Arrays.asList(line.split(" "));
    assertThatThrownBy(() -> OptionWords.parse(words, false))
        .isInstanceOf(LegacyLineException.class)
        .hasMessageContaining(complaint);
  }

  private static String shown(List<String> words, boolean caseMatters) {
    StringBuilder text = new StringBuilder();
    OptionWords.parse(words, caseMatters)
        .forEach((name, value) -> text.append(';').append(name).append('=').append(value));
    return text.substring(1);
  }
}
