package dev.sluice.control.endpoint.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.endpoint.access.AccessToken;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.endpoint.socket.RealRun;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Window;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over a socket, of a process that goes away and comes back. */
@Timeout(60)
class IntervalWatchTest {

  private final BlockingQueue<Snapshot> intervals = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> gaps = new LinkedBlockingQueue<>();

  private final Sink sink =
      new Sink() {
        @Override
        public void interval(Snapshot interval) {
          intervals.add(interval);
        }
      };

  @Test
  void intervalsComeAgainWhenTheOtherProcessDoes() throws Exception {
    CommandClient client = new CommandClient(Optional.<AccessToken>empty());
    try (RealRun run = new RealRun("P1", 2, 50)) {
      CommandServer server = new CommandServer(run.control(), CommandServerSettings.onLoopback(0));
      InetSocketAddress socket = server.start();
      HostPort at = new HostPort("127.0.0.1", socket.getPort());
      try (IntervalWatch watch = new IntervalWatch(client, at, sink, gaps::add)) {
        watch.start();
        Snapshot first = next();
        assertThat(first.workloads()).extracting(Window::name).containsExactly("senders");
        assertThat(next().number()).isEqualTo(first.number() + 1);
        server.close();
        assertThat(gaps.take()).contains("closed the connection");
        intervals.clear();
        try (CommandServer again =
            new CommandServer(run.control(), CommandServerSettings.onLoopback(socket.getPort()))) {
          again.start();
          assertThat(next().number()).isGreaterThan(first.number());
          assertThat(gaps.take()).isEqualTo("can be measured again");
        }
      }
    }
  }

  private Snapshot next() throws InterruptedException {
    return intervals.poll(50, TimeUnit.SECONDS);
  }
}
