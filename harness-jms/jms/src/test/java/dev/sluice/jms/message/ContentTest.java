package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTest {

  @Test
  void theAlphabetIsTheSameAtEverySize() {
    assertThat(bytes("alphabet", 28, false)).asString().isEqualTo("abcdefghijklmnopqrstuvwxyzab");
    assertThat(Content.parse("alphabet").varies()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, 65536, false",
    "2, 2048, false",
    "2, 65536, false",
    "2, 65536, true",
    "1.5, 65536, true",
    "4, 4096, true",
    "4, 65536, false",
    "10, 65536, false",
    "10, 65536, true",
    "50, 1048576, false",
    "100, 1048576, true",
  })
  void deflateMakesItSmallerByTheRatio(double ratio, int size, boolean text) {
    byte[] body = bytes("compressible:" + ratio, size, text);

    // a block of Huffman codes costs some 100 bytes, which counts in small bodies
    double deflated = deflatedSize(body) - Math.min(130, size / ratio / 10);
    assertThat(size / deflated).isCloseTo(ratio, within(ratio * 0.1));
  }

  @Test
  void randomBytesDoNotCompress() {
    assertThat(deflatedSize(bytes("random", 65_536, false))).isGreaterThan(65_000);
  }

  /** As JMSPerfHarness fills bodies: what compresses them finds nearly 6 bits in each character. */
  @Test
  void lettersAreRandomAndYetTheSameInEveryBody() {
    byte[] letters = bytes("letters", 65_536, true);
    assertThat(new String(letters, StandardCharsets.US_ASCII)).matches("[A-y]*");
    assertThat(deflatedSize(letters) / 65_536.0).isBetween(0.72, 0.78);
    assertThat(Content.parse("letters").varies()).isFalse();

    byte[] another = new byte[65_536];
    Content.parse("letters").write(another, 65_536, false, new SplittableRandom());
    assertThat(another).isEqualTo(letters);
  }

  @ParameterizedTest
  @ValueSource(strings = {"alphabet", "random", "compressible:3"})
  void textsAreOfPlainCharacters(String content) {
    assertThat(new String(bytes(content, 5000, true), StandardCharsets.US_ASCII))
        .hasSize(5000)
        .matches("[A-Za-z0-9_-]*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "compressible:3"})
  void theSameSeedGivesTheSameAndEveryBodyIsAnotherOne(String content) {
    assertThat(bytes(content, 1000, false)).isEqualTo(bytes(content, 1000, false));

    SplittableRandom random = new SplittableRandom(5);
    byte[] first = new byte[1000];
    byte[] second = new byte[1000];
    Content.parse(content).write(first, 1000, false, random);
    Content.parse(content).write(second, 1000, false, random);
    assertThat(first).isNotEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"random", "compressible:3", "alphabet", "letters"})
  void nothingIsWrittenBehindTheBody(String content) {
    byte[] buffer = new byte[200];
    Content.parse(content).write(buffer, 101, false, new SplittableRandom(5));
    for (int i = 101; i < buffer.length; i++) {
      assertThat(buffer[i]).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zeros            | not one of alphabet, letters, random, compressible:RATIO",
        "compressible     | not one of alphabet, letters, random, compressible:RATIO",
        "compressible:x   | must be a number",
        "compressible:1   | from 1.1 to 100",
        "compressible:0.5 | from 1.1 to 100",
        "compressible:NaN | from 1.1 to 100",
      })
  void anInvalidContentIsRejected(String text, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Content.parse(text))
        .withMessageContaining("'" + text + "'")
        .withMessageContaining(complaint);
  }

  private static byte[] bytes(String content, int size, boolean text) {
    byte[] body = new byte[size];
    Content.parse(content).write(body, size, text, new SplittableRandom(5));
    return body;
  }

  private static int deflatedSize(byte[] body) {
    Deflater deflater = new Deflater();
    deflater.setInput(body);
    deflater.finish();
    byte[] out = new byte[2 * body.length + 1000];
    int size = deflater.deflate(out);
    deflater.end();
    return size;
  }
}
