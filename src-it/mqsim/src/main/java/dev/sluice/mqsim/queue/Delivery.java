package dev.sluice.mqsim.queue;

import dev.sluice.mqsim.codec.structure.CharacterSets;
import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import dev.sluice.mqsim.codec.structure.PropertyHeader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;

/**
 * A message as the application that gets it sees it: with the time that is left of its life,
 * without properties or converted if it asks for that.
 *
 * @param descriptor of its own
 * @param data not to be changed
 * @param warning why the data is not converted; {@link Reason#NONE} if it is, or need not be
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Delivery(MessageDescriptor descriptor, byte[] data, Reason warning) {

  private static final long MILLIS_PER_TENTH = 100;
  private static final String TEXT = "MQSTR";

  /**
   * Of a message, at a time.
   *
   * @param getOptions as in {@link GetOptions}
   * @param wantedCharacterSet to which data is converted if the options say so
   */
  public static Delivery of(
      Message message, long epochMillis, int getOptions, int wantedCharacterSet) {
    MessageDescriptor descriptor = message.descriptor().copy();
    descriptor.completeGroupFlags();
    if (message.expiresAtMillis() != Message.NEVER) {
      long leftMillis = Math.max(MILLIS_PER_TENTH, message.expiresAtMillis() - epochMillis);
      descriptor.expiryTenths((int) (leftMillis / MILLIS_PER_TENTH));
    }
    byte[] data = message.data();
    int headerBytes = descriptor.hasPropertyHeader() ? PropertyHeader.lengthBytes(data) : 0;
    if (headerBytes > 0 && (getOptions & GetOptions.NO_PROPERTIES) != 0) {
      descriptor.form(PropertyHeader.characterSet(data), PropertyHeader.format(data));
      data = Arrays.copyOfRange(data, headerBytes, data.length);
      headerBytes = 0;
    }
    return (getOptions & GetOptions.CONVERT) == 0
        ? new Delivery(descriptor, data, Reason.NONE)
        : converted(descriptor, data, headerBytes, wantedCharacterSet);
  }

  private static Delivery converted(
      MessageDescriptor descriptor, byte[] data, int headerBytes, int wanted) {
    boolean behind = headerBytes > 0;
    String format = behind ? PropertyHeader.format(data) : descriptor.format();
    int is = behind ? PropertyHeader.characterSet(data) : descriptor.characterSet();
    if (CharacterSets.same(is, wanted)) {
      return new Delivery(descriptor, data, Reason.NONE);
    }
    if (!format.equals(TEXT)) {
      return new Delivery(descriptor, data, Reason.FORMAT_ERROR);
    }
    Optional<Charset> from = CharacterSets.of(is);
    Optional<Charset> to = CharacterSets.of(wanted);
    if (from.isEmpty() || to.isEmpty()) {
      return new Delivery(
          descriptor, data, from.isEmpty() ? Reason.SOURCE_CCSID_ERROR : Reason.TARGET_CCSID_ERROR);
    }
    byte[] text =
        new String(data, headerBytes, data.length - headerBytes, from.get()).getBytes(to.get());
    byte[] result = Arrays.copyOf(data, headerBytes + text.length);
    System.arraycopy(text, 0, result, headerBytes, text.length);
    if (behind) {
      PropertyHeader.characterSet(result, wanted);
    } else {
      descriptor.form(wanted, TEXT);
    }
    return new Delivery(descriptor, result, Reason.NONE);
  }
}
