package dev.sluice.mqsim.cluster;

/** Where a member is in its life. */
public enum MemberState {
  /** Not listening, no connections. */
  STOPPED,
  /** Listening. */
  RUNNING,
  /** Not listening any more; its last connections are on their way out. */
  ENDING
}
