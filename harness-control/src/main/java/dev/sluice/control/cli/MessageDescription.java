package dev.sluice.control.cli;

import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.Correlation;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Messages as lines of a dry run. */
record MessageDescription(MessageSpec messages, PutOptions options) {

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("message      " + body() + "; " + sending());
    if (!messages.properties().isEmpty()) {
      lines.add(
          "properties   "
              + messages.properties().stream()
                  .map(MessageProperty::toString)
                  .collect(Collectors.joining(", ")));
    }
    messages.type().ifPresent(type -> lines.add("JMS type     " + type));
    messages.replyQueue().ifPresent(queue -> lines.add("reply to     " + queue));
    if (messages.correlation().scope() != Correlation.Scope.NONE) {
      lines.add("correlation  " + correlation());
    }
    return lines;
  }

  private String body() {
    return messages.kind() == BodyKind.EMPTY
        ? "empty"
        : lowerCase(messages.kind()) + ": " + messages.body().describe();
  }

  private String sending() {
    StringBuilder text = new StringBuilder(options.persistent() ? "persistent" : "non-persistent");
    if (options.priority() != PutOptions.NON_PERSISTENT.priority()) {
      text.append(", priority ").append(options.priority());
    }
    if (!options.timeToLive().isZero()) {
      text.append(", expires after ").append(options.timeToLive().toMillis()).append(" ms");
    }
    if (!options.deliveryDelay().isZero()) {
      text.append(", delayed by ").append(options.deliveryDelay().toMillis()).append(" ms");
    }
    return text.toString();
  }

  private String correlation() {
    Correlation correlation = messages.correlation();
    return "an id for each "
        + lowerCase(correlation.scope())
        + (correlation.nativeBytes() ? ", native" : "");
  }

  private static String lowerCase(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }
}
