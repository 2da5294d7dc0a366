package dev.sluice.control.endpoint.api;

import dev.sluice.control.command.BadCommandException;
import dev.sluice.control.command.BadCommandException.ErrorCode;
import dev.sluice.control.command.Command;
import dev.sluice.control.command.Command.Status;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.endpoint.access.AccessTokens.Role;
import dev.sluice.control.endpoint.api.RunFeed.Numbered;
import dev.sluice.control.endpoint.http.EventStream;
import dev.sluice.control.endpoint.http.HttpCall;
import dev.sluice.control.endpoint.http.HttpCall.BadRequestException;
import dev.sluice.control.endpoint.http.HttpReply;
import dev.sluice.control.endpoint.http.HttpRoute;
import dev.sluice.control.format.Json;
import dev.sluice.core.bus.Sink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.json.JSONException;
import org.json.JSONObject;

/** The routes of a run: what {@code openapi.json} describes. Any thread. */
public final class RunApi {

  private static final String BASE = "/api/v1/";
  private static final String DESCRIPTION = "openapi.json";
  private static final int MAX_AT_ONCE = 100;

  private final CommandRunner commands;
  private final RunFeed feed;
  private final UnaryOperator<String> mask;

  /**
   * @param commands carries out what is asked for
   * @param mask masks secrets
   */
  public RunApi(CommandRunner commands, UnaryOperator<String> mask) {
    this.commands = commands;
    this.feed = new RunFeed(mask);
    this.mask = mask;
  }

  /** The sink that has to be on the bus of the run. */
  public Sink sink() {
    return feed;
  }

  /** All paths. */
  public List<HttpRoute> routes() {
    return List.of(
        HttpRoute.get(BASE + "run", Role.WATCH, call -> status()),
        HttpRoute.get(BASE + "intervals", Role.WATCH, call -> page(call, feed::intervals)),
        HttpRoute.get(BASE + "events", Role.WATCH, call -> page(call, feed::events)),
        HttpRoute.stream(BASE + "stream", Role.WATCH, this::follow),
        HttpRoute.post(BASE + "commands", Role.CONTROL, this::command),
        HttpRoute.get(BASE + DESCRIPTION, Role.ANYBODY, call -> description()));
  }

  private HttpReply status() {
    return HttpReply.of(
        HttpReply.JSON, mask.apply(commands.answer(new Status(true)).get(0)) + "\n");
  }

  /** Reads a page of those that are kept, behind a number. */
  @FunctionalInterface
  private interface Kept {
    Numbered.Slice after(long number, int atMost);
  }

  private static HttpReply page(HttpCall call, Kept kept) throws BadRequestException {
    Numbered.Slice slice = kept.after(call.count("after").orElse(0L), MAX_AT_ONCE);
    return HttpReply.json(
        new Json()
            .put("last", slice.last())
            .put("items", slice.each().stream().map(Json.Raw::new).toList()));
  }

  /** What a client has seen by its own word counts more than the address that it asks again. */
  private void follow(HttpCall call, EventStream stream) throws BadRequestException {
    String after = call.count("after").map(String::valueOf).orElse("");
    String seen = call.headers().apply("last-event-id");
    feed.follow(stream, RunFeed.isId(seen) ? seen : after);
  }

  private HttpReply command(HttpCall call) throws BadRequestException {
    String line = line(call);
    Command command;
    try {
      if (line.getBytes(StandardCharsets.UTF_8).length > Command.MAX_LINE_BYTES) {
        return refusal(List.of(CommandRunner.tooLong()));
      }
      command = Command.parse(line);
    } catch (BadCommandException e) {
      return refusal(List.of(mask.apply(commands.refusal(line, e))));
    }
    List<String> reply =
        commands.answer(command, call.caller().toString()).stream().map(mask).toList();
    return CommandRunner.carriedOut(command, reply)
        ? HttpReply.json(new Json().put("command", mask.apply(command.text())).put("lines", reply))
        : refusal(reply);
  }

  private static String line(HttpCall call) throws BadRequestException {
    String body = call.body();
    // no command begins with a brace, so one is JSON, whatever its type says
    if (call.headers().apply("content-type").startsWith(HttpReply.JSON)
        || body.stripLeading().startsWith("{")) {
      try {
        body = new JSONObject(body).getString("command");
      } catch (JSONException e) {
        throw new BadRequestException("the body is not JSON such as {\"command\": \"rate +10\"}");
      }
    }
    String line = body.strip();
    if (line.isEmpty() || line.chars().anyMatch(Character::isISOControl)) {
      throw new BadRequestException("the body is one command, such as: rate +10");
    }
    return line;
  }

  private static HttpReply refusal(List<String> reply) {
    String last = reply.get(reply.size() - 1);
    int status = last.startsWith(ErrorCode.REFUSED.line("").strip()) ? 409 : 400;
    return HttpReply.problem(status, last, new Json().put("lines", reply));
  }

  private static HttpReply description() {
    try (InputStream in = RunApi.class.getResourceAsStream(DESCRIPTION)) {
      if (in == null) {
        throw new IOException("the program lacks its file " + DESCRIPTION);
      }
      return HttpReply.of(HttpReply.JSON, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
