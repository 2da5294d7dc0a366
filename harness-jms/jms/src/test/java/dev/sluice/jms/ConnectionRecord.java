package dev.sluice.jms;

import dev.sluice.core.worker.ConnectionWatch;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is told of a connection, in words. */
public final class ConnectionRecord implements ConnectionWatch {

  private final List<String> told = new ArrayList<>();

  public List<String> told() {
    return told;
  }

  @Override
  public void connected(String peer) {
    told.add("connected " + peer);
  }

  @Override
  public void reconnecting(long downNanos) {
    told.add("reconnecting");
  }

  @Override
  public void reconnected(String peer) {
    told.add("reconnected " + peer);
  }

  @Override
  public void gaveUp() {
    told.add("gave up");
  }
}
