package dev.sluice.control.endpoint.socket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client such as {@code nc}. Every read has a deadline. */
final class TestClient implements AutoCloseable {

  private static final int DEADLINE_MILLIS = 20_000;

  private static final int MAX_LINES = 100;

  private final Socket socket = new Socket();
  private final BufferedReader in;

  TestClient(InetSocketAddress at) throws IOException {
    socket.connect(at, DEADLINE_MILLIS);
    socket.setSoTimeout(DEADLINE_MILLIS);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** A client that has read its greeting. */
  static TestClient greeted(InetSocketAddress at) throws IOException {
    TestClient client = new TestClient(at);
    client.readLine();
    return client;
  }

  Socket socket() {
    return socket;
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The next line, or null at the end. */
  String readLine() throws IOException {
    return in.readLine();
  }

  /** Sends a line and reads up to the one that says OK or ERR. */
  List<String> ask(String line) throws IOException {
    send(line + "\n");
    return readReply();
  }

  List<String> readReply() throws IOException {
    List<String> lines = new ArrayList<>();
    String line;
    do {
      line = readLine();
      if (line == null) {
        throw new IOException("closed after " + lines);
      }
      lines.add(line);
      if (lines.size() > MAX_LINES) {
        throw new IOException("no end of the reply: " + line);
      }
    } while (!line.matches("(OK|ERR)( .*)?"));
    return lines;
  }

  /** Sends a line and reads one. */
  String askLegacy(String line) throws IOException {
    send(line + "\n");
    return readLine();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
