package dev.sluice.control.sink.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Csv;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A name that a user gives must not become a formula in a spreadsheet. */
class FormulasInTablesTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "=1+1, '=1+1",
        "@SUM(A1), '@SUM(A1)",
        "-x, '-x",
        "+cmd, '+cmd",
        "-1+cmd, '-1+cmd",
        "\uFF1D1+1, '\uFF1D1+1",
        "\uFF20SUM(A1), '\uFF20SUM(A1)",
        "-12.5, -12.5",
        "a=b, a=b"
      })
  void textIsNotAFormula(String cell, String written) {
    assertThat(Csv.line(List.of(cell))).isEqualTo(written + "\n");
  }
}
