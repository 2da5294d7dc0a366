package dev.sluice.mqsim.codec.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client learns its connection's id, and presents it, wherever its request has room for it. */
class ConnectOptionsTest {

  /** Lengths that clients 9.1.0.0, 9.2.0.0 and 9.3.0.0 send. */
  @ParameterizedTest
  @CsvSource({"276, false", "476, true", "488, true"})
  void theIdOfAConnectionIsPresentedByItsSessions(int bytes, boolean presented) {
    byte[] id = new byte[ConnectOptions.ID_BYTES];
    Arrays.fill(id, (byte) 7);
    ByteBuf body = Unpooled.buffer(bytes).writeZero(bytes);
    ConnectOptions.overwrite(body, 0, "QM1", id);
    assertThat(ConnectOptions.read(body).presentedId())
        .isEqualTo(presented ? id : new byte[ConnectOptions.ID_BYTES]);
  }
}
