package dev.sluice.control.process;

import java.util.List;

/** A complete recording of which a test looks at the failures alone. */
record KeptFailures(List<String> kept) implements HarnessProcess.RunArchive {

  @Override
  public void failed(String why) {
    kept.add(why);
  }

  @Override
  public boolean complete() {
    return true;
  }

  @Override
  public void close() {}
}
