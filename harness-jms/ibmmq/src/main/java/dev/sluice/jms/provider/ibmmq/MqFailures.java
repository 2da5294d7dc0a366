package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.MQConstants;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.FailureExplainer;
import dev.sluice.jms.provider.Failures;
import dev.sluice.jms.provider.Interruption;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows the failures of the IBM MQ client by their reason codes. */
public final class MqFailures implements FailureExplainer {

  /** Some failures carry the reason in their text only. */
  private static final Pattern REASON_IN_TEXT = Pattern.compile("\\bRC=(\\d{4})\\b");

  /** So the client says that a host has no address; 3 is the insert with its name. */
  private static final Pattern UNKNOWN_HOST = Pattern.compile("AMQ9205: .*\\[3=([^,\\]]+)");

  private final String place;

  /**
   * @param place where connections go to, as {@code " (host(1414), channel X)"}, or empty
   */
  public MqFailures(String place) {
    this.place = place;
  }

  @Override
  public Optional<Failure> explain(Throwable failure) {
    OptionalInt code = reasonCode(failure);
    return code.isPresent() ? Optional.of(explained(code.getAsInt(), failure)) : Optional.empty();
  }

  /** Whether a call failed because the client connected again during it. */
  static Interruption interruption(Throwable failure) {
    OptionalInt code = reasonCode(failure);
    if (code.isEmpty()) {
      return Interruption.NONE;
    }
    return switch (code.getAsInt()) {
      case CMQC.MQRC_CALL_INTERRUPTED -> Interruption.RECONNECTED;
      case CMQC.MQRC_BACKED_OUT -> Interruption.ROLLED_BACK;
      default -> Interruption.NONE;
    };
  }

  private Failure explained(int code, Throwable failure) {
    Optional<MqReason> reason = MqReason.of(code);
    String said = CauseChain.firstLine(CauseChain.jmsFailure(failure));
    if (reason.isEmpty()) {
      return new Failure(
          code + " " + MQConstants.lookup(code, "MQRC_.*") + ": " + said, "", false, true);
    }
    MqReason known = reason.get();
    Optional<String> unknownHost =
        code == CMQC.MQRC_HOST_NOT_AVAILABLE ? unknownHost(failure) : Optional.empty();
    if (unknownHost.isPresent()) {
      return new Failure(
          code + " " + known.name() + ": unknown host " + unknownHost.get() + place,
          Failures.CHECK_THE_NAME,
          false,
          true,
          false);
    }
    String where =
        switch (known.scope()) {
          case CONNECTION, SETTING -> place;
          case OBJECT -> ": " + said;
          case CALL -> "";
        };
    return new Failure(
        code + " " + known.name() + ": " + known.meaning() + where,
        known.remedy(),
        known.scope() == MqReason.FailureScope.SETTING
            || known.scope() == MqReason.FailureScope.OBJECT,
        known.scope() != MqReason.FailureScope.CALL,
        code == CMQC.MQRC_CONNECTION_BROKEN || code == CMQC.MQRC_CALL_INTERRUPTED);
  }

  private static Optional<String> unknownHost(Throwable failure) {
    return CauseChain.of(failure).stream()
        .map(CauseChain::firstLine)
        .map(UNKNOWN_HOST::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** The outermost reason: what the client made of all that happened below. */
  private static OptionalInt reasonCode(Throwable failure) {
    for (Throwable cause : CauseChain.of(failure)) {
      if (cause instanceof MQException mq) {
        return OptionalInt.of(mq.getReason());
      }
      Matcher inText = REASON_IN_TEXT.matcher(CauseChain.firstLine(cause));
      if (inText.find()) {
        return OptionalInt.of(Integer.parseInt(inText.group(1)));
      }
    }
    return OptionalInt.empty();
  }
}
