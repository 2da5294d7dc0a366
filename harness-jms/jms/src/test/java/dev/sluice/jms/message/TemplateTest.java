package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678901Z"));

  @Test
  void placesAreFilled() {
    BodySpec.Source bodies = bodies("<order no='${counter}' by='${worker}' at='${time}'/>", 2);

    assertThat(bodies.next().text())
        .isEqualTo("<order no='1' by='3' at='2026-01-02T03:04:05.678Z'/>");
    assertThat(bodies.next().text())
        .isEqualTo("<order no='2' by='3' at='2026-01-02T03:04:05.678Z'/>");
  }

  @Test
  void aCounterMayStartElsewhereAndTwoCountTogether() {
    BodySpec.Source bodies = bodies("${counter:1000},${counter:-1},${counter}", 0);

    assertThat(bodies.next().text()).isEqualTo("1000,-1,1");
    assertThat(bodies.next().text()).isEqualTo("1001,0,2");
  }

  @Test
  void randomNumbersAreWithinBothEnds() {
    BodySpec.Source bodies = bodies("${random:-1..1}", 0);
    assertThat(Stream.generate(() -> bodies.next().text()).limit(200)).containsOnly("-1", "0", "1");
  }

  @Test
  void idsDifferAndAreTheSameAgainFromTheSameSeed() {
    BodySpec.Source bodies = bodies("${uuid}", 0);
    BodySpec.Source again = bodies("${uuid}", 0);
    String first = bodies.next().text();
    String second = bodies.next().text();

    assertThat(first).isNotEqualTo(second).isEqualTo(again.next().text());
    assertThat(UUID.fromString(first).version()).isEqualTo(4);
    assertThat(UUID.fromString(first).variant()).isEqualTo(2);
  }

  @Test
  void withoutPlacesEveryMessageIsTheSame() {
    assertThat(Template.parse("plain } text", CLOCK).varies()).isFalse();
    assertThat(Template.parse("${counter}", CLOCK).varies()).isTrue();
    assertThat(bodies("", 0).next().text()).isEmpty();
  }

  @Test
  void twoDollarsMakeAPlainPlace() {
    assertThat(bodies("$${counter} costs 5$ ${counter}", 0).next().text())
        .isEqualTo("${counter} costs 5$ 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'a ${cuonter}'      | line 1, column 3 | did you mean ${counter}?",
        "'${}'               | line 1, column 1 | use one of counter, worker, uuid, random, time",
        "'a ${counter'       | line 1, column 3 | without a '}'",
        "'${random}'         | line 1, column 1 | ${random:1..100}",
        "'${random:5..1}'    | line 1, column 1 | ends before it begins",
        "'${counter:x}'      | line 1, column 1 | ${counter:1000}",
        "'${worker:2}'       | line 1, column 1 | takes no parameter",
      })
  void whatCannotBeFilledIsNamedWithItsPlace(String text, String place, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Template.parse(text, CLOCK))
        .withMessageContaining(place)
        .withMessageContaining(complaint);
  }

  @Test
  void linesAreCounted() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Template.parse("a\nb\n ${x}", CLOCK))
        .withMessageStartingWith("line 3, column 2: ");
  }

  private static BodySpec.Source bodies(String text, int workerIndex) {
    return Template.parse(text, CLOCK)
        .forWorker(BodyKind.TEXT, workerIndex, new SplittableRandom(1));
  }
}
