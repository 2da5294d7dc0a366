package dev.sluice.mqsim.codec.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The user is understood in either form of the segment, and a segment that is cut is refused. */
class UserIdentityTest {

  private static final String BEGIN = "4341555400000001000000030000000100000003" + "00000001";

  @ParameterizedTest
  @ValueSource(strings = {"617070eaad9a1e044e7e4300", "00000000000000006170700a21a45e76cc5fc300"})
  void theUserIsReadWhereTheClientPutsIt(String rest) {
    ByteBuf body = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(BEGIN + rest));
    assertThat(UserIdentity.ofConnectionAuthentication(body))
        .isEqualTo(new UserIdentity("app", true));
    assertThatThrownBy(() -> UserIdentity.ofConnectionAuthentication(body.slice(0, 26)))
        .isInstanceOf(MalformedSegmentException.class);
  }
}
