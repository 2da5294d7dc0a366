package dev.sluice.mqsim.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryTest {

  private static final long PUT_MILLIS = 1_000_000;

  /** At least a tenth of a second: a message with less does not exist any more. */
  @ParameterizedTest
  @CsvSource({"0, 100", "2_950, 70", "3_000, 70", "9_950, 1", "9_999, 1"})
  void theLifeThatIsLeftIsTold(String afterMillis, int leftTenths) {
    MessageDescriptor descriptor = MessageDescriptor.empty();
    descriptor.expiryTenths(100);
    Message message = new Message(descriptor, new byte[0], new byte[16], PUT_MILLIS + 10_000, 0);
    long now = PUT_MILLIS + Long.parseLong(afterMillis.replace("_", ""));
    assertThat(Delivery.of(message, now, 0, 0).descriptor().expiryTenths()).isEqualTo(leftTenths);
    assertThat(message.descriptor().expiryTenths()).isEqualTo(100); // as it was put
  }
}
