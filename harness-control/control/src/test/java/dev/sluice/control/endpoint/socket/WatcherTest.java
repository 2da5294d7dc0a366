package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.RunText;
import dev.sluice.control.endpoint.socket.Session.Watcher;
import dev.sluice.control.sink.folder.Snapshots;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatcherTest {

  private final EmbeddedChannel channel = new EmbeddedChannel();

  @Test
  void sendsEachInterval() {
    Watcher watcher = new Watcher(channel, Duration.ZERO, RunText::interval);
    send(watcher, 1, 4);
    assertThat(sent()).containsExactly("1", "2", "3", "4");
  }

  @Test
  void aLongerPeriodThinsOut() {
    Watcher watcher = new Watcher(channel, Duration.ofSeconds(3), RunText::interval);
    send(watcher, 1, 10);
    assertThat(sent()).containsExactly("1", "4", "7", "10");
  }

  @Test
  void aClientThatDoesNotReadMissesLinesAndIsDroppedInTheEnd() {
    Watcher watcher = new Watcher(channel, Duration.ZERO, RunText::interval);
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    send(watcher, 1, Watcher.MAX_MISSED - 1);
    assertThat(sent()).isEmpty();
    assertThat(channel.isOpen()).isTrue();

    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
    send(watcher, 10, 10);
    assertThat(sent()).containsExactly("10");

    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    send(watcher, 11, 10 + Watcher.MAX_MISSED);
    assertThat(channel.isOpen()).isFalse();
  }

  private static void send(Watcher watcher, int first, int last) {
    for (int number = first; number <= last; number++) {
      watcher.interval(Snapshots.of("", number, 5));
    }
  }

  /** The numbers of the intervals that were sent. */
  private List<String> sent() {
    List<String> numbers = new ArrayList<>();
    for (List<String> lines = channel.readOutbound();
        lines != null;
        lines = channel.readOutbound()) {
      lines.forEach(line -> numbers.add(line.replaceFirst(".* interval=(\\d+) .*", "$1")));
    }
    return numbers;
  }
}
