package dev.sluice.control.fleet.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;

/**
 * A listening socket that hands out members only. One thread reads the first lines ({@link
 * Admission}) of all connections without waiting for any of them; those that know the secret go
 * through TLS on a few threads, which strangers never reach. Strangers are closed after {@link
 * #PATIENCE_MILLIS}, or sooner if there are many: the oldest first, because a member says its line
 * at once.
 */
final class AdmittingServerSocket extends ServerSocket {

  /** How long a connection may take for its line, and then for TLS: a busy host takes some time. */
  static final int PATIENCE_MILLIS = 10_000;

  /** Connections that have not said their line yet. */
  static final int MAX_PENDING = 1_024;

  private static final int MAX_HANDSHAKES = 8;
  private static final int MAX_WAITING_HANDSHAKES = 1_024;
  private static final int SELECT_MILLIS = 100;

  private final Admission admission;
  private final BlockingQueue<Socket> members = new LinkedBlockingQueue<>();
  private final ThreadPoolExecutor handshakes =
      FleetThreads.pool(
          "fleet-handshake",
          MAX_HANDSHAKES,
          MAX_WAITING_HANDSHAKES,
          new ThreadPoolExecutor.AbortPolicy());

  // those below are used by the thread that selects, and set before it is started
  private final LinkedHashSet<Caller> pending = new LinkedHashSet<>(); // in order of their arrival
  private final Queue<Caller> proven = new ArrayDeque<>();
  private final ServerSocketChannel listener;
  private Selector selector; // null until it listens

  /**
   * @param listener bound already
   */
  AdmittingServerSocket(ServerSocketChannel listener, Admission admission) throws IOException {
    this.listener = listener;
    this.admission = admission;
  }

  /** A connection that has not proven yet that it is a member's. */
  private static final class Caller {

    private final SocketChannel channel;
    private final InetSocketAddress address;
    private final String nonce;
    private final long deadlineNanos;
    private final ByteBuffer line = ByteBuffer.allocate(Admission.MAX_LINE_BYTES);

    Caller(SocketChannel channel, String nonce, long deadlineNanos) throws IOException {
      this.channel = channel;
      this.address = (InetSocketAddress) channel.getRemoteAddress();
      this.nonce = nonce;
      this.deadlineNanos = deadlineNanos;
    }

    /** What it has said, if that is a whole line and nothing else. */
    Optional<String> wholeLine() {
      int length = line.position();
      boolean whole = length > 0 && line.get(length - 1) == '\n';
      return whole ? Optional.of(new String(line.array(), 0, length - 1, UTF_8)) : Optional.empty();
    }
  }

  @Override
  public void bind(SocketAddress endpoint, int backlog) throws IOException {
    listener.configureBlocking(false);
    selector = Selector.open();
    listener.register(selector, SelectionKey.OP_ACCEPT);
    FleetThreads.daemon(this::select, "fleet-admission").start();
  }

  private void select() {
    try {
      while (!isClosed()) {
        selector.select(this::ready, SELECT_MILLIS);
        closeSlow();
        handOver();
      }
    } catch (IOException | ClosedSelectorException e) {
      close();
    } finally {
      pending.forEach(each -> close(each.channel));
    }
  }

  private void ready(SelectionKey key) {
    if (key.attachment() instanceof Caller caller) {
      hear(key, caller);
    } else {
      acceptAll();
    }
  }

  private void acceptAll() {
    try {
      for (SocketChannel channel = listener.accept();
          channel != null;
          channel = listener.accept()) {
        greet(channel);
      }
    } catch (IOException e) { // no descriptor is left, perhaps: the slow are closed meanwhile
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SELECT_MILLIS));
    }
  }

  private void greet(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      String nonce = admission.nonce();
      Caller caller =
          new Caller(
              channel, nonce, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS));
      ByteBuffer greeting = ByteBuffer.wrap((admission.greeting(nonce) + "\n").getBytes(UTF_8));
      channel.write(greeting);
      if (greeting.hasRemaining()) { // an empty send buffer has room for a line
        throw new IOException("the greeting could not be sent");
      }
      if (pending.size() >= MAX_PENDING) {
        giveUp(pending.iterator().next());
      }
      pending.add(caller);
      channel.register(selector, SelectionKey.OP_READ, caller);
    } catch (IOException e) {
      close(channel);
    }
  }

  private void hear(SelectionKey key, Caller caller) {
    try {
      int read = caller.channel.read(caller.line);
      Optional<String> line = caller.wholeLine();
      if (line.isPresent()) {
        key.cancel();
        pending.remove(caller);
        judge(caller, line.get());
      } else if (read < 0 && caller.line.position() == 0) { // a probe wants to know no more
        pending.remove(caller);
        close(caller.channel);
      } else if (read < 0 || !caller.line.hasRemaining()) {
        giveUp(caller);
      }
    } catch (IOException | CancelledKeyException e) {
      giveUp(caller);
    }
  }

  private void judge(Caller caller, String line) throws IOException {
    Optional<String> answer = admission.answer(caller.nonce, line);
    if (answer.isEmpty()) {
      giveUp(caller);
      return;
    }
    caller.channel.write(ByteBuffer.wrap((answer.get() + "\n").getBytes(UTF_8)));
    if (Admission.isWelcome(answer.get())) {
      proven.add(caller);
    } else {
      close(caller.channel);
      Admission.refusal(answer.get())
          .ifPresent(reason -> admission.told().refuses(caller.address, reason));
    }
  }

  private void closeSlow() {
    while (!pending.isEmpty() && pending.iterator().next().deadlineNanos - System.nanoTime() < 0) {
      giveUp(pending.iterator().next());
    }
  }

  private void giveUp(Caller caller) {
    pending.remove(caller);
    close(caller.channel);
    admission.told().stranger(caller.address);
  }

  /** Members go on to TLS, where waiting is allowed, once the selector has let go of them. */
  private void handOver() throws IOException {
    if (proven.isEmpty()) {
      return;
    }
    selector.selectNow(channel -> {}); // what is ready stays so
    for (Caller caller = proven.poll(); caller != null; caller = proven.poll()) {
      try {
        caller.channel.configureBlocking(true);
        Caller member = caller;
        handshakes.execute(() -> secure(member));
      } catch (IOException | RejectedExecutionException e) {
        close(caller.channel);
      }
    }
  }

  private void secure(Caller caller) {
    try {
      Socket plain = caller.channel.socket();
      plain.setSoTimeout(PATIENCE_MILLIS);
      SSLSocket socket = (SSLSocket) admission.tls().createSocket(plain, null, true);
      socket.setUseClientMode(false);
      socket.setNeedClientAuth(true);
      socket.startHandshake();
      plain.setSoTimeout(0);
      members.add(socket);
      if (isClosed()) {
        socket.close();
      }
    } catch (IOException e) {
      close(caller.channel); // it has gone, or keeps another connection
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // it is closed, then
    }
  }

  /** Waits for the next member. */
  @Override
  public Socket accept() throws IOException {
    try {
      while (!isClosed()) {
        Socket member = members.poll(SELECT_MILLIS, TimeUnit.MILLISECONDS);
        if (member != null) {
          return member;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new SocketException("Socket closed");
  }

  @Override
  public void close() {
    handshakes.shutdownNow();
    try {
      super.close();
      listener.close();
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      // it is closed, then
    }
  }

  @Override
  public int getLocalPort() {
    return listener.socket().getLocalPort();
  }
}
