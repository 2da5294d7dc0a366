package dev.sluice.jms.provider;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The unchecked failures of the simplified API as those of the classic one, so that one failure has
 * one name and one meaning, whichever API is used.
 */
public final class CheckedFailures {

  private static final Map<
          Class<? extends JMSRuntimeException>, BiFunction<String, String, JMSException>>
      CHECKED =
          Map.of(
              IllegalStateRuntimeException.class, IllegalStateException::new,
              TransactionRolledBackRuntimeException.class, TransactionRolledBackException::new,
              TransactionInProgressRuntimeException.class, TransactionInProgressException::new,
              JMSSecurityRuntimeException.class, JMSSecurityException::new,
              InvalidDestinationRuntimeException.class, InvalidDestinationException::new,
              InvalidSelectorRuntimeException.class, InvalidSelectorException::new,
              InvalidClientIDRuntimeException.class, InvalidClientIDException::new,
              ResourceAllocationRuntimeException.class, ResourceAllocationException::new,
              MessageFormatRuntimeException.class, MessageFormatException::new,
              MessageNotWriteableRuntimeException.class, MessageNotWriteableException::new);

  private CheckedFailures() {}

  /** What a call of the simplified API returns, with the failures of the classic one. */
  public static <T> T get(Supplier<T> call) throws JMSException {
    try {
      return call.get();
    } catch (JMSRuntimeException e) {
      throw of(e);
    }
  }

  /** A call of the simplified API, with the failures of the classic one. */
  public static void run(Runnable call) throws JMSException {
    try {
      call.run();
    } catch (JMSRuntimeException e) {
      throw of(e);
    }
  }

  /** The failure of the classic API with the same type, words and code, caused by this one. */
  public static JMSException of(JMSRuntimeException failure) {
    JMSException checked = sameType(failure, failure.getMessage(), failure.getErrorCode());
    checked.initCause(failure);
    return checked;
  }

  private static JMSException sameType(JMSRuntimeException failure, String words, String code) {
    return CHECKED.entrySet().stream()
        .filter(type -> type.getKey().isInstance(failure))
        .findFirst()
        .map(type -> type.getValue().apply(words, code))
        .orElseGet(() -> new JMSException(words, code));
  }
}
