package dev.sluice.control.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Files that hold each output format as it is. They are compared byte for byte; they are written
 * again only with {@code -Dgolden.write=true}.
 */
final class Golden {

  private static final Path FILES = Path.of("src/test/resources/golden");

  /** How each compressed histogram begins. */
  private static final Pattern HISTOGRAM = Pattern.compile("HISTFA[A-Za-z0-9+/=]+");

  /** The head of a histogram log gives the start in the zone of the host. */
  private static final Pattern ZONED = Pattern.compile("(?<=seconds since epoch\\), )[^]]*");

  private Golden() {}

  /** Compares an output with the file of that name. */
  static void check(String name, String output) throws IOException {
    String text = ZONED.matcher(withoutCompression(output)).replaceAll("the same");
    Path file = FILES.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(text).as(name).isEqualTo(Files.readString(file));
  }

  /** Histograms by their values, because what deflate makes of them depends on the JDK. */
  private static String withoutCompression(String output) {
    return HISTOGRAM.matcher(output).replaceAll(Golden::values);
  }

  private static String values(MatchResult encoded) {
    try {
      Histogram histogram =
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(encoded.group())), 0);
      StringBuilder values = new StringBuilder("[");
      for (HistogramIterationValue value : histogram.recordedValues()) {
        values.append(values.length() == 1 ? "" : " ");
        values.append(value.getCountAtValueIteratedTo()).append('x');
        values.append(value.getValueIteratedTo());
      }
      return values.append(']').toString();
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    }
  }
}
