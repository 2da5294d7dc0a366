package dev.sluice.control.format;

/**
 * Whether something that was asked of a run came true.
 *
 * @param objective as it was written: {@code p99 < 20ms}
 * @param met whether it came true
 * @param found the figure that was found, with its unit
 */
public record ObjectiveResult(String objective, boolean met, String found) {

  public Json json() {
    return new Json().put("objective", objective).put("met", met).put("found", found);
  }
}
