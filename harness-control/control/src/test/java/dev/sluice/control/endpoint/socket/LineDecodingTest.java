package dev.sluice.control.endpoint.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.command.Command;
import dev.sluice.control.endpoint.socket.LineDecoder.Line;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineDecodingTest {

  private static final byte IAC = (byte) 0xFF;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 4_096})
  void linesEndWithLfOrCrLfOrTheConnection(int chunk) {
    assertThat(decode(bytes("status\nrate 5\r\n\n  pause \t\r\nr\u00e9sum\u00e9"), chunk))
        .extracting(Line::text)
        .containsExactly("status", "rate 5", "", "pause", "r\u00e9sum\u00e9");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 2_048})
  void aLineMayHaveExactlyTheLimit(int chunk) {
    String longest = "x".repeat(Command.MAX_LINE_BYTES);
    assertThat(decode(bytes(longest + "\r\n" + longest + "\n"), chunk))
        .extracting(Line::text)
        .containsExactly(longest, longest);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 2_048, 1 << 20})
  void aLineThatIsTooLongIsReportedOnceAndTheNextIsFine(int chunk) {
    String tooLong = "x".repeat(Command.MAX_LINE_BYTES + 1);
    assertThat(decode(bytes(tooLong + "\r\nok\n" + "y".repeat(5_000) + "\nok\n"), chunk))
        .containsExactly(Line.TOO_LONG, Line.of("ok"), Line.TOO_LONG, Line.of("ok"));
  }

  @Test
  void aLineThatIsTooLongIsReportedBeforeItEnds() {
    assertThat(decode(bytes("x".repeat(2_000)), 100)).containsExactly(Line.TOO_LONG);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4_096})
  void telnetNegotiationIsTakenOut(int chunk) {
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    in.writeBytes(new byte[] {IAC, (byte) 0xFD, 3, IAC, (byte) 0xFB, 24}); // DO, WILL
    in.writeBytes(bytes("sta"));
    in.writeBytes(new byte[] {IAC, (byte) 0xF1}); // NOP
    in.writeBytes(bytes("tus"));
    // a subnegotiation with an escaped 0xFF and a line end in it
    in.writeBytes(new byte[] {IAC, (byte) 0xFA, 24, 0, '\n', IAC, IAC, 'x', IAC, (byte) 0xF0});
    in.writeBytes(bytes("\r\nstop\n"));
    assertThat(decode(in.toByteArray(), chunk))
        .extracting(Line::text)
        .containsExactly("status", "stop");
  }

  @Test
  void controlCharactersBecomeBlanks() {
    assertThat(decode(bytes("\0rate\t5\u001b\u0000\r\n"), 100))
        .extracting(Line::text)
        .containsExactly("rate 5");
  }

  private static List<Line> decode(byte[] bytes, int chunk) {
    EmbeddedChannel channel = new EmbeddedChannel(new LineDecoder());
    IntStream.iterate(0, from -> from < bytes.length, from -> from + chunk)
        .forEach(
            from ->
                channel.writeInbound(
                    Unpooled.copiedBuffer(bytes, from, Math.min(chunk, bytes.length - from))));
    channel.finish();
    List<Line> lines = new ArrayList<>();
    for (Line line = channel.readInbound(); line != null; line = channel.readInbound()) {
      lines.add(line);
    }
    return lines;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
