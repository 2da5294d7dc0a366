package dev.sluice.control.endpoint.http;

/** What a client may do; who may do more may do less, too. */
public enum Role {
  /** Anything that shows no figures: whoever can connect has it. */
  ANYBODY,
  /** To look. */
  WATCH,
  /** To give commands. */
  CONTROL
}
