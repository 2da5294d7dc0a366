package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MessageSpecTest {

  @Test
  void textsCannotBeLessCompressibleThanLetters() {
    GeneratedBodies bodies =
        new GeneratedBodies(SizeDistribution.of(10), new Content.Compressible(1.2));

    assertThat(new MessageSpec(BodyKind.BYTES, bodies).body()).isEqualTo(bodies);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MessageSpec(BodyKind.TEXT, bodies))
        .withMessageContaining("1.5");
  }
}
