package dev.sluice.control.fleet.codec;

import dev.sluice.control.fleet.codec.Wire.Reader;
import dev.sluice.control.fleet.codec.Wire.Writer;
import dev.sluice.control.fleet.protocol.AgentInfo;
import dev.sluice.control.fleet.protocol.AgentStatus;
import dev.sluice.control.fleet.protocol.Epoch;
import dev.sluice.control.fleet.protocol.FleetMessage;
import dev.sluice.control.fleet.protocol.FleetMessage.Answer;
import dev.sluice.control.fleet.protocol.FleetMessage.Assignment;
import dev.sluice.control.fleet.protocol.FleetMessage.Claim;
import dev.sluice.control.fleet.protocol.FleetMessage.Echo;
import dev.sluice.control.fleet.protocol.FleetMessage.FilePart;
import dev.sluice.control.fleet.protocol.FleetMessage.FileRequest;
import dev.sluice.control.fleet.protocol.FleetMessage.Foreign;
import dev.sluice.control.fleet.protocol.FleetMessage.Goal;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.FleetMessage.Inquiry;
import dev.sluice.control.fleet.protocol.FleetMessage.Items;
import dev.sluice.control.fleet.protocol.FleetMessage.Leases;
import dev.sluice.control.fleet.protocol.FleetMessage.Leaving;
import dev.sluice.control.fleet.protocol.FleetMessage.Orders;
import dev.sluice.control.fleet.protocol.FleetMessage.Presence;
import dev.sluice.control.fleet.protocol.FleetMessage.Refusal;
import dev.sluice.control.fleet.protocol.FleetMessage.Renewal;
import dev.sluice.control.fleet.protocol.FleetMessage.Resign;
import dev.sluice.control.fleet.protocol.FleetMessage.Resigned;
import dev.sluice.control.fleet.protocol.FleetMessage.State;
import dev.sluice.control.fleet.protocol.Item;
import dev.sluice.core.pacing.CommonSchedule;
import dev.sluice.core.pacing.Grid;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.pacing.Share;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages as bytes. Each begins with four bytes that say what it is, the version of the protocol
 * and the version of Sluice; these three never change, so that a member can say why it is not
 * understood. Then come the kind of message and its values ({@link Wire}).
 *
 * <p>What is read is judged before it is believed: any bytes give a message or {@link
 * MalformedMessage}, and take no more memory than some multiple of their own size.
 *
 * <p>Immutable.
 */
@SuppressWarnings("EnumOrdinal") // both sides have one version of Sluice, which is checked first
public final class MessageCodec {

  /** Bytes that no member of a fleet sends. */
  public static final class MalformedMessage extends RuntimeException {

    private static final long serialVersionUID = 1;

    MalformedMessage(String message) {
      super(message);
    }

    MalformedMessage(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Changes with every change that an older member would misunderstand. */
  public static final int PROTOCOL_VERSION = 1;

  /** No message is larger. */
  public static final int MAX_BYTES = 4 << 20;

  private static final int MAGIC = 0x534c4643;

  private final String version;

  /**
   * @param version of Sluice
   */
  public MessageCodec(String version) {
    this.version = version;
  }

  private enum Kind {
    HEARTBEAT,
    RENEWAL,
    STATE,
    ITEMS,
    FILE_REQUEST,
    FILE_PART,
    CLAIM,
    ANSWER,
    RESIGN,
    RESIGNED,
    INQUIRY,
    PRESENCE,
    REFUSAL,
    LEAVING
  }

  /** A message as bytes. */
  public byte[] encode(FleetMessage message) {
    Writer body = new Writer();
    Kind kind = write(body, message);
    byte[] bytes =
        new Writer()
            .small(MAGIC)
            .small(PROTOCOL_VERSION)
            .text(version)
            .small(kind.ordinal())
            .group(body, (out, inner) -> out.raw(inner.toBytes()))
            .toBytes();
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a message of " + bytes.length + " bytes; the largest has " + MAX_BYTES);
    }
    return bytes;
  }

  /**
   * The message that bytes say, or {@link Foreign} if they are of another version.
   *
   * @throws MalformedMessage if no member sends such bytes
   */
  public FleetMessage decode(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new MalformedMessage(bytes.length + " bytes; the largest message has " + MAX_BYTES);
    }
    Reader in = new Reader(ByteBuffer.wrap(bytes));
    if (in.small() != MAGIC) {
      throw new MalformedMessage("not of a fleet");
    }
    int protocol = in.small();
    String theirs = in.text();
    if (protocol != PROTOCOL_VERSION || !theirs.equals(version)) {
      return new Foreign(protocol, theirs);
    }
    Kind kind = in.name(Kind.class);
    try {
      return in.group(body -> read(kind, body));
    } catch (IllegalArgumentException impossible) { // such as a rate below 0
      throw new MalformedMessage(impossible.getMessage(), impossible);
    }
  }

  private static Kind write(Writer out, FleetMessage message) {
    if (message instanceof Heartbeat heartbeat) {
      heartbeat(out, heartbeat);
      return Kind.HEARTBEAT;
    } else if (message instanceof Renewal renewal) {
      epoch(out, renewal.epoch());
      out.number(renewal.version()).group(renewal.echo(), MessageCodec::echo);
      out.number(renewal.itemsReceived());
      return Kind.RENEWAL;
    } else if (message instanceof State state) {
      epoch(out, state.epoch());
      out.group(state.echo(), MessageCodec::echo).number(state.itemsReceived());
      out.group(state.orders(), MessageCodec::orders);
      return Kind.STATE;
    } else if (message instanceof Items items) {
      out.text(items.task()).list(items.items(), MessageCodec::item);
      return Kind.ITEMS;
    } else if (message instanceof FileRequest request) {
      out.text(request.task()).text(request.file()).number(request.offset());
      return Kind.FILE_REQUEST;
    } else if (message instanceof FilePart part) {
      out.text(part.task()).text(part.file()).number(part.offset()).content(part.content());
      return Kind.FILE_PART;
    } else if (message instanceof Claim claim) {
      epoch(out, claim.epoch());
      out.list(claim.ended(), Writer::text).number(claim.sentNanos());
      return Kind.CLAIM;
    } else if (message instanceof Answer answer) {
      epoch(out, answer.claim());
      out.flag(answer.accepted());
      epoch(out, answer.ordered());
      out.group(answer.heartbeat(), MessageCodec::heartbeat);
      out.group(answer.orders(), MessageCodec::orders);
      out.number(answer.leaseLeftNanos());
      out.number(answer.claimSentNanos()).number(answer.claimReceivedNanos());
      return Kind.ANSWER;
    } else if (message instanceof Resign resign) {
      epoch(out, resign.by());
      return Kind.RESIGN;
    } else if (message instanceof Resigned resigned) {
      epoch(out, resigned.epoch());
      epoch(out, resigned.by());
      return Kind.RESIGNED;
    } else if (message instanceof Inquiry inquiry) {
      out.number(inquiry.sentNanos());
      return Kind.INQUIRY;
    } else if (message instanceof Presence presence) {
      out.number(presence.inquirySentNanos()).number(presence.receivedNanos());
      out.group(presence.heartbeat(), MessageCodec::heartbeat);
      return Kind.PRESENCE;
    } else if (message instanceof Refusal refusal) {
      out.text(refusal.reason());
      return Kind.REFUSAL;
    } else if (message instanceof Leaving) {
      return Kind.LEAVING;
    }
    throw new IllegalArgumentException("not to be sent: " + message);
  }

  private static FleetMessage read(Kind kind, Reader in) {
    return switch (kind) {
      case HEARTBEAT -> heartbeat(in);
      case RENEWAL ->
          new Renewal(epoch(in), in.number(), in.group(MessageCodec::echo), in.number());
      case STATE ->
          new State(
              epoch(in), in.group(MessageCodec::echo), in.number(), in.group(MessageCodec::orders));
      case ITEMS -> new Items(in.text(), in.list(MessageCodec::item));
      case FILE_REQUEST -> new FileRequest(in.text(), in.text(), in.number());
      case FILE_PART -> new FilePart(in.text(), in.text(), in.number(), in.content());
      case CLAIM -> new Claim(epoch(in), in.texts(), in.number());
      case ANSWER ->
          new Answer(
              epoch(in),
              in.flag(),
              epoch(in),
              in.group(MessageCodec::heartbeat),
              in.group(MessageCodec::orders),
              in.number(),
              in.number(),
              in.number());
      case RESIGN -> new Resign(epoch(in));
      case RESIGNED -> new Resigned(epoch(in), epoch(in));
      case INQUIRY -> new Inquiry(in.number());
      case PRESENCE -> new Presence(in.number(), in.number(), in.group(MessageCodec::heartbeat));
      case REFUSAL -> new Refusal(in.text());
      case LEAVING -> new Leaving();
    };
  }

  private static void epoch(Writer out, Epoch epoch) {
    out.number(epoch.number()).text(epoch.issuer());
  }

  private static Epoch epoch(Reader in) {
    return new Epoch(in.number(), in.text());
  }

  private static void echo(Writer out, Echo echo) {
    out.number(echo.sequence()).number(echo.agentSentNanos());
    out.number(echo.receivedNanos()).number(echo.answeredNanos());
  }

  private static Echo echo(Reader in) {
    return new Echo(in.number(), in.number(), in.number(), in.number());
  }

  private static void heartbeat(Writer out, Heartbeat heartbeat) {
    out.number(heartbeat.sequence()).number(heartbeat.sentNanos());
    out.number(heartbeat.wallAheadNanos()).group(heartbeat.info(), MessageCodec::info);
    epoch(out, heartbeat.epoch());
    out.number(heartbeat.version()).group(heartbeat.status(), MessageCodec::status);
    out.text(heartbeat.task()).number(heartbeat.items());
    out.number(heartbeat.fleetAheadNanos()).number(heartbeat.fleetErrorNanos());
  }

  private static Heartbeat heartbeat(Reader in) {
    return new Heartbeat(
        in.number(),
        in.number(),
        in.number(),
        in.group(MessageCodec::info),
        epoch(in),
        in.number(),
        in.group(MessageCodec::status),
        in.text(),
        in.number(),
        in.number(),
        in.number());
  }

  private static void info(Writer out, AgentInfo info) {
    out.text(info.name()).text(info.host()).text(info.version());
    out.map(info.labels(), Writer::text).small(info.cores()).number(info.pid());
  }

  private static AgentInfo info(Reader in) {
    return new AgentInfo(
        in.text(), in.text(), in.text(), in.map(Reader::text), in.small(), in.number());
  }

  private static void status(Writer out, AgentStatus status) {
    out.small(status.phase().ordinal()).map(status.workersUp(), Writer::small);
    out.content(status.content());
  }

  private static AgentStatus status(Reader in) {
    return new AgentStatus(in.name(AgentStatus.Phase.class), in.map(Reader::small), in.content());
  }

  private static void item(Writer out, Item item) {
    out.number(item.sequence()).small(item.kind().ordinal());
    out.number(item.number()).content(item.content());
  }

  private static Item item(Reader in) {
    return new Item(in.number(), in.name(Item.Kind.class), in.number(), in.content());
  }

  private static void orders(Writer out, Orders orders) {
    out.number(orders.version());
    out.number(orders.leases().leaseNanos()).number(orders.leases().controllerLeaseNanos());
    out.text(orders.task()).map(orders.files(), Writer::number);
    out.small(orders.goal().ordinal()).number(orders.startNanos());
    out.list(
        orders.workloads(), (each, assignment) -> each.group(assignment, MessageCodec::assignment));
    out.content(orders.note());
  }

  private static Orders orders(Reader in) {
    return new Orders(
        in.number(),
        new Leases(in.number(), in.number()),
        in.text(),
        in.map(Reader::number),
        in.name(Goal.class),
        in.number(),
        in.list(each -> each.group(MessageCodec::assignment)),
        in.content());
  }

  private static void assignment(Writer out, Assignment assignment) {
    out.text(assignment.workload()).small(assignment.workers()).small(assignment.planned());
    out.real(assignment.perWorkerPerSecond()).list(assignment.shares(), MessageCodec::share);
    out.flag(assignment.schedule() != null);
    if (assignment.schedule() != null) {
      schedule(out, assignment.schedule());
    }
  }

  private static Assignment assignment(Reader in) {
    return new Assignment(
        in.text(),
        in.count(),
        in.count(),
        in.real(),
        in.list(MessageCodec::share),
        in.flag() ? schedule(in) : null);
  }

  private static void share(Writer out, Share share) {
    out.number(share.number()).number(share.fromNanos()).real(share.fromCount());
    curve(out, share.curve());
    grid(out, share.grid());
    out.number(share.passedOfPrevious()).list(share.mine(), Writer::small);
  }

  private static Share share(Reader in) {
    return new Share(
        in.number(),
        in.number(),
        in.real(),
        curve(in),
        grid(in),
        in.number(),
        in.list(Reader::count));
  }

  /** Owners have many places each: their names are said once. */
  private static void schedule(Writer out, CommonSchedule schedule) {
    Map<String, Integer> names = new LinkedHashMap<>();
    List<Integer> owners = new ArrayList<>();
    for (String owner : schedule.owners()) {
      owners.add(names.computeIfAbsent(owner, name -> names.size()));
    }
    out.number(schedule.number()).number(schedule.fromNanos()).real(schedule.fromCount());
    curve(out, schedule.curve());
    curve(out, schedule.beforePause());
    out.real(schedule.asked());
    grid(out, schedule.grid());
    out.number(schedule.passedOfPrevious()).number(schedule.dueBefore());
    out.list(names.keySet(), Writer::text).list(owners, Writer::small);
  }

  private static CommonSchedule schedule(Reader in) {
    long number = in.number();
    long fromNanos = in.number();
    double fromCount = in.real();
    RateCurve curve = curve(in);
    RateCurve beforePause = curve(in);
    double asked = in.real();
    Grid grid = grid(in);
    long passedOfPrevious = in.number();
    long dueBefore = in.number();
    List<String> names = in.list(Reader::text);
    List<String> owners = in.list(each -> owner(names, each.count()));
    if (owners.size() != grid.places()) {
      throw new MalformedMessage(owners.size() + " owners of " + grid.places() + " places");
    }
    return new CommonSchedule(
        number,
        fromNanos,
        fromCount,
        curve,
        beforePause,
        asked,
        grid,
        passedOfPrevious,
        dueBefore,
        owners);
  }

  private static String owner(List<String> names, int index) {
    if (index >= names.size()) {
      throw new MalformedMessage("a place of nobody");
    }
    return names.get(index);
  }

  private static void grid(Writer out, Grid grid) {
    out.number(grid.number()).real(grid.startCount()).real(grid.ahead()).small(grid.places());
  }

  private static Grid grid(Reader in) {
    return new Grid(in.number(), in.real(), in.real(), in.count());
  }

  private enum Shape {
    PAUSED,
    UNTHROTTLED,
    CONSTANT,
    RAMP
  }

  private static void curve(Writer out, RateCurve curve) {
    if (curve instanceof ConstantRate constant) {
      out.small(Shape.CONSTANT.ordinal()).real(constant.ratePerSecond());
    } else if (curve instanceof LinearRamp ramp) {
      out.small(Shape.RAMP.ordinal()).real(ramp.fromPerSecond()).real(ramp.toPerSecond());
      out.real(ramp.durationSeconds());
    } else {
      Shape shape = curve == NoSchedule.PAUSED ? Shape.PAUSED : Shape.UNTHROTTLED;
      out.small(shape.ordinal());
    }
  }

  private static RateCurve curve(Reader in) {
    return switch (in.name(Shape.class)) {
      case PAUSED -> NoSchedule.PAUSED;
      case UNTHROTTLED -> NoSchedule.UNTHROTTLED;
      case CONSTANT -> new ConstantRate(in.real());
      case RAMP -> new LinearRamp(in.real(), in.real(), in.real());
    };
  }
}
