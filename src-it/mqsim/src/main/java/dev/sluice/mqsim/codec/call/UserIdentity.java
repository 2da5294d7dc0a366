package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Who the client says it is. Passwords are not looked at.
 *
 * @param user the user's name
 * @param gavePassword whether a password came with it
 */
public record UserIdentity(String user, boolean gavePassword) {

  /** A client that has not said yet. */
  public static final UserIdentity NONE = new UserIdentity("", false);

  private static final int EYECATCHER_UID = 0x55494420;
  private static final int EYECATCHER_CAUT = 0x43415554;

  /** USERID: eyecatcher, 12-byte user, 12-byte password, then the user at full length. */
  private static final TextField SHORT_USER = new TextField(4, 12);

  private static final TextField PASSWORD = new TextField(16, 12);
  private static final TextField LONG_USER = new TextField(28, 64);

  /**
   * CONAUTH: eyecatcher, type, maximum lengths, lengths, then user and password; clients newer than
   * 9.3.0.0 have 8 zeros before the user.
   */
  private static final int CONAUTH_USER_LENGTH = 16;

  private static final int CONAUTH_PASSWORD_LENGTH = 20;
  private static final int CONAUTH_USER = 24;

  /** The user of a USERID segment. */
  public static UserIdentity ofUserId(ByteBuf body) {
    int start = body.readerIndex();
    requireEyecatcher(body, EYECATCHER_UID);
    String longUser = body.readableBytes() < 92 ? "" : LONG_USER.read(body, start);
    return new UserIdentity(
        longUser.isEmpty() ? SHORT_USER.read(body, start) : longUser,
        !PASSWORD.read(body, start).isEmpty());
  }

  /** The user of a CONAUTH segment. */
  public static UserIdentity ofConnectionAuthentication(ByteBuf body) {
    int start = body.readerIndex();
    requireEyecatcher(body, EYECATCHER_CAUT);
    int lengthBytes = body.getInt(start + CONAUTH_USER_LENGTH);
    boolean zeros =
        body.readableBytes() >= CONAUTH_USER + Long.BYTES
            && body.getLong(start + CONAUTH_USER) == 0;
    int user = CONAUTH_USER + (zeros ? Long.BYTES : 0);
    if (lengthBytes < 0 || lengthBytes > body.readableBytes() - user) {
      throw new MalformedSegmentException("a user id of %d bytes".formatted(lengthBytes));
    }
    return new UserIdentity(
        body.toString(start + user, lengthBytes, StandardCharsets.ISO_8859_1),
        body.getInt(start + CONAUTH_PASSWORD_LENGTH) > 0);
  }

  private static void requireEyecatcher(ByteBuf body, int eyecatcher) {
    if (!WireOrder.hasEyecatcher(body, body.readerIndex(), eyecatcher)) {
      throw new MalformedSegmentException("a user id segment without its eyecatcher");
    }
  }
}
