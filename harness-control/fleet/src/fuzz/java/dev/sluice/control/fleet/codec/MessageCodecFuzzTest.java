package dev.sluice.control.fleet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.FleetMessage;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes are a message that can be sent on, or malformed. */
class MessageCodecFuzzTest {

  private static final MessageCodec CODEC = new MessageCodec("1.0");

  static Stream<byte[]> messages() {
    return MessageCodecTest.all().stream().map(CODEC::encode);
  }

  @MethodSource("messages")
  @FuzzTest(maxDuration = "450s")
  void decode(byte[] bytes) {
    FleetMessage message;
    try {
      message = CODEC.decode(bytes);
    } catch (MalformedMessage e) {
      return;
    }
    if (!(message instanceof FleetMessage.Foreign)) {
      assertThat(CODEC.decode(CODEC.encode(message))).isEqualTo(message);
    }
  }
}
