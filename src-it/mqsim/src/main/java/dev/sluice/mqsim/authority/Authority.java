package dev.sluice.mqsim.authority;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What a group may do with an object, by the keywords of SET AUTHREC. */
public enum Authority {
  ALTUSR,
  BROWSE,
  CHG,
  CLR,
  CONNECT,
  CRT,
  CTRL,
  CTRLX,
  DLT,
  DSP,
  GET,
  INQ,
  PASSALL,
  PASSID,
  PUB,
  PUT,
  RESUME,
  SET,
  SETALL,
  SETID,
  SUB,
  SYSTEM;

  private static final Set<Authority> ADMINISTRATION =
      EnumSet.of(CHG, CLR, CRT, CTRL, CTRLX, DLT, DSP);

  /** Bits of the options of MQOPEN, by the authority that each needs. */
  private static final Map<Integer, Authority> BY_OPEN_OPTION =
      Map.ofEntries(
          Map.entry(0x1 | 0x2 | 0x4, GET),
          Map.entry(0x8, BROWSE),
          Map.entry(0x10, PUT),
          Map.entry(0x20, INQ),
          Map.entry(0x40, SET),
          Map.entry(0x100, PASSID),
          Map.entry(0x200, PASSALL),
          Map.entry(0x400, SETID),
          Map.entry(0x800, SETALL),
          Map.entry(0x1000, ALTUSR));

  /** What an MQOPEN with these options needs. */
  static Set<Authority> ofOpenOptions(int options) {
    Set<Authority> needed = EnumSet.noneOf(Authority.class);
    BY_OPEN_OPTION.forEach(
        (bits, authority) -> {
          if ((options & bits) != 0) {
            needed.add(authority);
          }
        });
    return needed;
  }

  /** Whether it is needed for the queue manager, too, when a queue is opened. */
  boolean isAboutTheQueueManagerToo() {
    return this == SETID || this == SETALL;
  }

  /**
   * The authorities that keywords stand for, ALL, ALLADM, ALLMQI and NONE among them.
   *
   * @throws IllegalArgumentException if a keyword is not one
   */
  public static Set<Authority> of(Collection<String> keywords) {
    Set<Authority> authorities = EnumSet.noneOf(Authority.class);
    for (String keyword : keywords) {
      switch (keyword) {
        case "NONE" -> {}
        case "ALL" -> authorities.addAll(EnumSet.complementOf(EnumSet.of(SYSTEM)));
        case "ALLADM" -> authorities.addAll(ADMINISTRATION);
        case "ALLMQI" -> {
          authorities.addAll(EnumSet.complementOf(EnumSet.of(SYSTEM)));
          authorities.removeAll(ADMINISTRATION);
        }
        default -> authorities.add(valueOf(keyword));
      }
    }
    return authorities;
  }
}
