package dev.sluice.mqsim.transmission;

/** What a channel does, by the words of DISPLAY CHSTATUS. */
public enum ChannelState {
  /** Not started, or the receiving end of a channel that is not connected. */
  INACTIVE,
  /** Connecting. */
  BINDING,
  /** Connected. */
  RUNNING,
  /** Waiting to connect again. */
  RETRYING,
  /** Ended by command, or because no retry was left. */
  STOPPED
}
