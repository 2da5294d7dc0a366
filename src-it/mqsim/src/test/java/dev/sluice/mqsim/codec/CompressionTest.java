package dev.sluice.mqsim.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CompressionTest {

  @ParameterizedTest
  @EnumSource(Compression.class)
  void whatIsCompressedIsExpanded(Compression technique) {
    for (int seed = 0; seed < 500; seed++) {
      byte[] plain = runs(new Random(seed));
      ByteBuf compressed = Unpooled.buffer();
      technique.compress(Unpooled.wrappedBuffer(plain), compressed);
      ByteBuf expanded = Unpooled.buffer();
      technique.expand(compressed, expanded, plain.length);
      assertThat(ByteBufUtil.getBytes(expanded)).as("seed %d", seed).isEqualTo(plain);
    }
  }

  /** Bytes of a few values, the one that stands for a run among them, in runs of many lengths. */
  private static byte[] runs(Random random) {
    byte[] plain = new byte[random.nextInt(3_000)];
    byte value = 0;
    for (int i = 0, left = 0; i < plain.length; i++, left--) {
      if (left == 0) {
        value = (byte) (0xAA + random.nextInt(3));
        left = 1 + random.nextInt(random.nextInt(1 + 400) + 1);
      }
      plain[i] = value;
    }
    return plain;
  }

  /** As the client sent them. */
  @ParameterizedTest
  @CsvSource({
    "41414141, ab4104",
    "414141, 414141",
    "ab, abab",
    "abababab, abababababababab",
    "0102ab03, 0102abab03"
  })
  void runLengths(String plain, String compressed) {
    ByteBuf out = Unpooled.buffer();
    Compression.RLE.compress(Unpooled.wrappedBuffer(HexFormat.of().parseHex(plain)), out);
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(compressed);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void moreThanASegmentHoldsIsRejected(Compression technique) {
    ByteBuf compressed = Unpooled.buffer();
    technique.compress(Unpooled.wrappedBuffer(new byte[100_000]), compressed);
    assertThatThrownBy(() -> technique.expand(compressed, Unpooled.buffer(), 1_000))
        .isInstanceOf(MalformedSegmentException.class);
  }

  @Test
  void unknownTechnique() {
    assertThatThrownBy(() -> Compression.of(3)).isInstanceOf(MalformedSegmentException.class);
  }
}
