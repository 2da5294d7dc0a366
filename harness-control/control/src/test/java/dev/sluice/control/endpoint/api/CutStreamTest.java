package dev.sluice.control.endpoint.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.command.CommandRunner.StatisticsLine;
import dev.sluice.control.command.FakeRunControl;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.access.Caller;
import dev.sluice.control.endpoint.http.EventStream;
import dev.sluice.control.endpoint.http.HttpCall;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.bus.RunEvent;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of the stream that is cut off, again and again, and reads slowly. */
class CutStreamTest {

  private static final int CUTS = Boolean.getBoolean("soak") ? 200 : 20;

  private static final Pattern EVENT =
      Pattern.compile("id: (\\S+)\nevent: (\\S+)\ndata: (.*)\n\n", Pattern.DOTALL);

  private final RunApi api =
      new RunApi(
          new CommandRunner(
              new FakeRunControl(), StatisticsLine.basic(new FakeRunControl()), "P1,"),
          UnaryOperator.identity());
  private final HttpRoute.Streaming stream =
      (HttpRoute.Streaming)
          api.routes().stream()
              .filter(route -> route.path().endsWith("/stream"))
              .findFirst()
              .orElseThrow()
              .handler();
  private final List<String> told = new ArrayList<>();
  private final List<String> got = new ArrayList<>();
  private int intervals;
  private String lastId = "";
  private EmbeddedChannel channel;

  private void tell(SplittableRandom random) {
    if (random.nextInt(3) > 0) {
      api.sink().interval(Snapshots.of("P1", ++intervals, 60_000));
      told.add("interval " + intervals);
    } else {
      String text = "event " + told.size();
      api.sink().event(new RunEvent(Instant.EPOCH, 5, RunEvent.Kind.MARK, "", text));
      told.add(text);
    }
  }

  private void connect(Map<String, String> query) throws Exception {
    channel = new EmbeddedChannel();
    stream.open(
        new HttpCall(
            "/api/v1/stream",
            query,
            header -> header.equals("last-event-id") ? lastId : "",
            "",
            new Caller(InetAddress.getLoopbackAddress(), Role.WATCH, Optional.empty())),
        new EventStream(channel));
  }

  private void writable(boolean now) {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    buffer.setUserDefinedWritability(1, now);
    channel.runPendingTasks();
  }

  /** Takes what has come, or only the first of it. */
  private void read(int most) {
    for (int i = 0; i < most; i++) {
      HttpContent chunk = channel.readOutbound();
      if (chunk == null) {
        return;
      }
      String text = chunk.content().toString(StandardCharsets.UTF_8);
      chunk.release();
      Matcher event = EVENT.matcher(text);
      assertThat(event.find()).as(text).isTrue();
      lastId = event.group(1);
      JSONObject data = new JSONObject(event.group(3));
      got.add(
          event.group(2).equals("interval")
              ? "interval " + data.getLong("interval")
              : data.getString("text"));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whateverIsCutEachComesOnceAndInOrder(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    connect(Map.of("after", "0"));
    for (int cut = 0; cut < CUTS; cut++) {
      for (int step = random.nextInt(10); step > 0; step--) {
        for (int i = random.nextInt(12); i > 0; i--) {
          tell(random);
        }
        if (random.nextInt(3) == 0) {
          writable(random.nextBoolean());
        }
        if (random.nextBoolean()) {
          read(random.nextInt(60));
        }
      }
      if (told.size() - got.size() > 300) { // more than 600 are not kept for it
        writable(true);
        read(Integer.MAX_VALUE);
      }
      channel.close().syncUninterruptibly(); // what it has not read is lost
      for (int i = random.nextInt(100); i > 0; i--) {
        tell(random);
      }
      connect(lastId.isEmpty() || random.nextBoolean() ? Map.of("after", "0") : Map.of());
    }
    read(Integer.MAX_VALUE);
    assertThat(got).isEqualTo(told);
  }

  @Test
  void oneThatFallsTooFarBehindIsCutOffAndContinuesWithWhatIsKept() throws Exception {
    connect(Map.of());
    writable(false);
    for (int i = 1; i <= 1_000; i++) {
      api.sink().interval(Snapshots.of("P1", i, 60_000));
    }
    assertThat(channel.isOpen()).isTrue();
    writable(true);
    assertThat(channel.isOpen()).isFalse();
    lastId = "5-3";
    connect(Map.of());
    read(Integer.MAX_VALUE);
    assertThat(got).hasSize(600).startsWith("interval 401").endsWith("interval 1000");
  }
}
