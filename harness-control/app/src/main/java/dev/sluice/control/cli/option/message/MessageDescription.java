package dev.sluice.control.cli.option.message;

import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.worker.OutgoingMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lines of a dry run about messages. */
record MessageDescription(OutgoingMessage outgoing) {

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("message      " + body() + "; " + sending());
    if (!outgoing.message().properties().isEmpty()) {
      lines.add(
          "properties   "
              + outgoing.message().properties().stream()
                  .map(MessageProperty::toString)
                  .collect(Collectors.joining(", ")));
    }
    outgoing.message().type().ifPresent(type -> lines.add("JMS type     " + type));
    outgoing.message().replyQueue().ifPresent(queue -> lines.add("reply to     " + queue));
    if (outgoing.message().correlation().scope() != Correlation.Scope.NONE) {
      lines.add("correlation  " + correlation());
    }
    return lines;
  }

  private String body() {
    return outgoing.message().kind() == BodyKind.EMPTY
        ? "empty"
        : lowerCase(outgoing.message().kind()) + ": " + outgoing.message().body().describe();
  }

  private String sending() {
    StringBuilder text =
        new StringBuilder(outgoing.options().persistent() ? "persistent" : "non-persistent");
    if (outgoing.options().priority() != PutOptions.NON_PERSISTENT.priority()) {
      text.append(", priority ").append(outgoing.options().priority());
    }
    if (!outgoing.options().timeToLive().isZero()) {
      text.append(", expires after ")
          .append(outgoing.options().timeToLive().toMillis())
          .append(" ms");
    }
    if (!outgoing.options().deliveryDelay().isZero()) {
      text.append(", delayed by ")
          .append(outgoing.options().deliveryDelay().toMillis())
          .append(" ms");
    }
    return text.toString();
  }

  private String correlation() {
    Correlation correlation = outgoing.message().correlation();
    return "an id for each "
        + lowerCase(correlation.scope())
        + (correlation.form().nativeBytes() ? ", native" : "");
  }

  private static String lowerCase(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
