package dev.sluice.core.stats;

/** How far a {@link Figure} goes; each step includes those before it. */
public enum Reach {
  /** The evidence for verdicts: files of JSON, and metrics. */
  EVIDENCE,
  /** Tables of comma-separated values. */
  TABLES,
  /** Replies in JSON. */
  REPLIES,
  /** Lines for people, where it is not 0; pages and objectives, if it counts no times. */
  LINES
}
