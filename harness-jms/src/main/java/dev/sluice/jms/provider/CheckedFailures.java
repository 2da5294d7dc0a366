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

/**
 * The unchecked failures of the simplified API as those of the classic one, so that one failure has
 * one name and one meaning, whichever API is used.
 */
public final class CheckedFailures {

  private CheckedFailures() {}

  /** The failure of the classic API with the same type, words and code, caused by this one. */
  public static JMSException of(JMSRuntimeException failure) {
    JMSException checked = sameType(failure, failure.getMessage(), failure.getErrorCode());
    checked.initCause(failure);
    return checked;
  }

  private static JMSException sameType(JMSRuntimeException failure, String words, String code) {
    if (failure instanceof IllegalStateRuntimeException) {
      return new IllegalStateException(words, code);
    }
    if (failure instanceof TransactionRolledBackRuntimeException) {
      return new TransactionRolledBackException(words, code);
    }
    if (failure instanceof TransactionInProgressRuntimeException) {
      return new TransactionInProgressException(words, code);
    }
    if (failure instanceof JMSSecurityRuntimeException) {
      return new JMSSecurityException(words, code);
    }
    if (failure instanceof InvalidDestinationRuntimeException) {
      return new InvalidDestinationException(words, code);
    }
    if (failure instanceof InvalidSelectorRuntimeException) {
      return new InvalidSelectorException(words, code);
    }
    if (failure instanceof InvalidClientIDRuntimeException) {
      return new InvalidClientIDException(words, code);
    }
    if (failure instanceof ResourceAllocationRuntimeException) {
      return new ResourceAllocationException(words, code);
    }
    if (failure instanceof MessageFormatRuntimeException) {
      return new MessageFormatException(words, code);
    }
    if (failure instanceof MessageNotWriteableRuntimeException) {
      return new MessageNotWriteableException(words, code);
    }
    return new JMSException(words, code);
  }
}
