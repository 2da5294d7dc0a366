package dev.sluice.mqsim.transmission;

import dev.sluice.mqsim.queue.Timer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;

/**
 * A network in simulated time: frames take a while, connections break at any point, and a cut holds
 * back what is on its way, as TCP would, until it is over. What was held back arrives then, one
 * connection after the other in any order, be their ends alive or long given up.
 */
final class ModelNetwork implements Link.Dialer {

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Timer timer;
  private final Random random;
  private final Map<Integer, ChannelInitiator> listeners = new HashMap<>();
  private final List<Connection> connections = new ArrayList<>();
  private boolean cut;

  ModelNetwork(Timer timer, Random random) {
    this.timer = timer;
    this.random = random;
  }

  void listen(int port, ChannelInitiator initiator) {
    listeners.put(port, initiator);
  }

  @Override
  public void dial(String host, int port, Link.End end) {
    Connection connection = new Connection(end, listeners.get(port).newAcceptor());
    connections.add(connection);
    later(connection::open);
  }

  private void later(Runnable task) {
    timer.schedule(random.nextInt(5) * NANOS_PER_MILLI, task);
  }

  void cut() {
    cut = true;
  }

  void restore() {
    cut = false;
    List<Connection> any = new ArrayList<>(connections);
    Collections.shuffle(any, random);
    any.forEach(connection -> later(connection::move));
  }

  /** Breaks all connections: frames that are on their way are lost. */
  void breakAll() {
    List.copyOf(connections).forEach(Connection::breakNow);
  }

  /** A pair of directions. */
  private final class Connection {
    private final Direction there;
    private final Direction back;
    private boolean open;

    Connection(Link.End dialling, Link.End accepting) {
      there = new Direction(accepting);
      back = new Direction(dialling);
    }

    /** During a cut nobody answers, or only the operating system does. */
    void open() {
      if (cut && random.nextBoolean()) {
        return;
      }
      open = true;
      there.end.opened(back);
      back.end.opened(there);
    }

    void move() {
      there.move();
      back.move();
    }

    void breakNow() {
      connections.remove(this);
      if (open) {
        open = false;
        for (Direction direction : List.of(there, back)) {
          direction.onTheWay.clear();
          direction.tellClosed();
        }
      }
    }

    /** The link by which one end sends to the other. */
    private final class Direction implements Link {
      private final End end;
      private final Queue<Runnable> onTheWay = new ArrayDeque<>();
      private boolean receiverGone;

      Direction(End receiver) {
        this.end = receiver;
      }

      @Override
      public void send(Frame frame) {
        put(() -> end.received(frame));
      }

      @Override
      public void close() {
        Direction opposite = this == there ? back : there;
        opposite.receiverGone = true;
        put(this::tellClosed);
      }

      private void tellClosed() {
        if (!receiverGone) {
          receiverGone = true;
          end.closed();
        }
      }

      private void put(Runnable arrival) {
        onTheWay.add(arrival);
        later(this::move);
      }

      /** Frames arrive in the order in which they were sent, whatever their delays. */
      private void move() {
        while (open && !cut && !receiverGone && !onTheWay.isEmpty()) {
          onTheWay.remove().run();
        }
      }
    }
  }
}
