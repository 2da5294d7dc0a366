package dev.sluice.control.endpoint.client;

import java.util.List;

/**
 * The answer of one process.
 *
 * @param at which one
 * @param lines what it sent to the command, without the greeting; perhaps a part
 * @param ok whether it carried the command out
 * @param problem why not, one line; empty when it did
 */
public record Reply(Address at, List<String> lines, boolean ok, String problem) {

  public Reply {
    lines = List.copyOf(lines);
  }

  static Reply done(Address at, List<String> lines) {
    return new Reply(at, lines, true, "");
  }

  static Reply failed(Address at, List<String> lines, String problem) {
    return new Reply(at, lines, false, problem);
  }
}
