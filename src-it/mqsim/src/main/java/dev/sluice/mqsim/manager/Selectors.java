package dev.sluice.mqsim.manager;

import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.selector.InvalidSelectorException;
import dev.sluice.mqsim.queue.selector.Selector;

/** Selectors as they come in calls: an empty text is none, a wrong one fails the call. */
public final class Selectors {

  private Selectors() {}

  /**
   * The selector with this text; null if the text is empty.
   *
   * @throws CallFailedException if the text is no selector
   */
  public static Selector parse(String text) {
    if (text.isBlank()) {
      return null;
    }
    try {
      return Selector.parse(text);
    } catch (InvalidSelectorException e) {
      throw new CallFailedException(Reason.SELECTION_STRING_INVALID);
    }
  }
}
