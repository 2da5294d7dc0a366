package dev.sluice.jms.provider.ibmmq.ccdt;

import java.util.Locale;

/** Whether connections of one process draw their entry again. */
public enum CcdtAffinity {
  /** Every connection draws again, by weight. */
  NONE,
  /** All connections of a process, and of a host, use the same order of entries. */
  PREFERRED;

  /** The client's default for an entry that does not say. */
  public static final CcdtAffinity DEFAULT = PREFERRED;

  /** As tables write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
