package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A kind of IBM MQ object that connections name. */
public enum NamedObject {
  CHANNEL(20),
  QUEUE(48),
  QUEUE_MANAGER(48);

  private final int longest;
  private final Pattern names;

  NamedObject(int longest) {
    this.longest = longest;
    this.names = Pattern.compile("[A-Za-z0-9._/%]{1," + longest + "}");
  }

  /** Why a name cannot be that of such an object, in words; empty if it can. */
  public Optional<String> wrong(String name) {
    return names.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            "'%s' is not the name of a %s: letters, digits and . / _ %% only, %d at most"
                .formatted(name, name().toLowerCase(Locale.ROOT).replace('_', ' '), longest));
  }
}
