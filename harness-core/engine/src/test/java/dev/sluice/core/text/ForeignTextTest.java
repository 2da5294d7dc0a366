package dev.sluice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignTextTest {

  @Test
  void cannotCommandATerminal() {
    assertThat(ForeignText.printable("\u001b[2Jgone\u009b31m\u0000\r\n\u007f."))
        .isEqualTo("?[2Jgone?31m?.");
  }

  @Test
  void keepsWhatIsPrinted() {
    String text = "caf\u00e9\t1 \u20ac \u2713 \ud83d\ude00";
    assertThat(ForeignText.printable(text)).isEqualTo(text);
  }
}
