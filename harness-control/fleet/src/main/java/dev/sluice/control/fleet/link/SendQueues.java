package dev.sluice.control.fleet.link;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.protocols.Bundler;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits to be sent, by destination, so that no member waits for a connection to another one. A
 * destination takes a thread only while something is sent to it: members that nothing is said to
 * cost nothing. One that takes nothing loses what is too much for its queue, as in a network.
 */
final class SendQueues implements Bundler {

  private static final Logger LOG = LoggerFactory.getLogger(SendQueues.class);
  private static final int MAX_WAITING = 256;

  /** Says how much a message grows by what goes in front of it, at most. */
  private static final int ENVELOPE_BYTES = 256;

  private final Executor threads;
  private final Map<Address, SendQueue> queues = new ConcurrentHashMap<>();
  private final FleetTransport transport;

  SendQueues(Executor threads, FleetTransport transport) {
    this.threads = threads;
    this.transport = transport;
  }

  @Override
  public void start() {
    // threads come when something is sent
  }

  @Override
  public void stop() {
    queues.clear();
  }

  @Override
  public void send(Message message) {
    if (message.getSrc() == null) {
      message.setSrc(transport.getAddress());
    }
    Address destination = message.getDest();
    if (destination != null) {
      queue(destination).add(message);
      return;
    }
    transport.others().forEach(member -> queue(member).add(message));
  }

  private SendQueue queue(Address destination) {
    return queues.computeIfAbsent(destination, SendQueue::new);
  }

  @Override
  public void viewChange(View view) {
    queues.keySet().retainAll(view.getMembers()); // what is in them is sent all the same
  }

  @Override
  public int size() {
    return getQueueSize();
  }

  @Override
  public int getQueueSize() {
    return queues.values().stream().mapToInt(SendQueue::size).sum();
  }

  @Override
  public int getMaxSize() {
    return 0; // nothing is put together
  }

  @Override
  public Bundler setMaxSize(int bytes) {
    return this;
  }

  /** The messages to one destination, in their order. */
  private final class SendQueue implements Runnable {

    private final Address destination;
    private final Queue<Message> waiting = new ArrayDeque<>(); // guarded by this
    private boolean busy; // whether a thread is at it; guarded by this

    SendQueue(Address destination) {
      this.destination = destination;
    }

    void add(Message message) {
      synchronized (this) {
        if (waiting.size() < MAX_WAITING) {
          waiting.add(message);
        }
        if (busy) {
          return;
        }
        busy = true;
      }
      threads.execute(this);
    }

    private synchronized Message next() {
      Message next = waiting.poll();
      busy = next != null;
      return next;
    }

    synchronized int size() {
      return waiting.size();
    }

    @Override
    public void run() {
      for (Message message = next(); message != null; message = next()) {
        try {
          ByteArrayDataOutputStream out =
              new ByteArrayDataOutputStream(message.size() + ENVELOPE_BYTES);
          Util.writeMessage(message, out, message.getDest() == null);
          transport.doSend(out.buffer(), 0, out.position(), destination);
        } catch (Exception e) { // JGroups declares it; what has to arrive is sent again
          LOG.debug("a message could not be sent", e);
        }
      }
    }
  }
}
