package dev.sluice.control.fleet.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.control.fleet.protocol.FleetMessage;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes are a message that can be sent on, or malformed. */
class MessageCodecFuzzTest {

  static Stream<byte[]> messages() {
    return MessageCodecTest.all().stream().map(MessageCodec::encode);
  }

  @MethodSource("messages")
  @FuzzTest(maxDuration = "450s")
  void decode(byte[] bytes) {
    FleetMessage message;
    try {
      message = MessageCodec.decode(bytes);
    } catch (MalformedMessage e) {
      return;
    }
    assertThat(MessageCodec.decode(MessageCodec.encode(message))).isEqualTo(message);
  }
}
