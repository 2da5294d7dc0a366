package dev.sluice.mqsim.command;

import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.PcfException;
import dev.sluice.mqsim.conversation.ClientChannel;
import dev.sluice.mqsim.queue.GenericName;
import dev.sluice.mqsim.transmission.ChannelState;
import dev.sluice.mqsim.transmission.ChannelStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Answers about channels that are running: one object for each client's socket, too. */
public final class ChannelInquiry {

  private static final int NAME = 3501;
  private static final int ATTRIBUTES = 1524;
  private static final int INSTANCE_TYPE = 1523;
  private static final int CURRENT = 1011;
  private static final int TYPE = 1511;
  private static final int SERVER_CONNECTION = 7;
  private static final int STATUS = 1527;
  private static final int RUNNING = 3;
  private static final int CONNECTION_NAME = 3506;
  private static final int MESSAGES = 1534;
  private static final int BATCHES = 1537;
  private static final int LONG_RETRIES_LEFT = 1540;
  private static final int SHORT_RETRIES_LEFT = 1541;
  private static final int HEARTBEAT = 1563;
  private static final int MAX_CONVERSATIONS = 1616;
  private static final int CONVERSATIONS = 1617;
  private static final int USER = 3527;
  private static final int START_TIME = 3528;
  private static final int START_DATE = 3529;
  private static final int APPLICATION = 3548;

  private final Supplier<List<ClientChannel>> clients;
  private final Supplier<List<ChannelStatus>> channels;

  /**
   * @param clients sockets of clients, now
   * @param channels ends of message channels, now
   */
  public ChannelInquiry(
      Supplier<List<ClientChannel>> clients, Supplier<List<ChannelStatus>> channels) {
    this.clients = clients;
    this.channels = channels;
  }

  /** INQUIRE_CHANNEL_STATUS. */
  void status(Request request) {
    request.requireOnly(NAME, ATTRIBUTES, INSTANCE_TYPE);
    if (request.number(INSTANCE_TYPE, CURRENT) != CURRENT) {
      throw new PcfException(PcfException.PARAMETER_VALUE, INSTANCE_TYPE);
    }
    String name = request.text(NAME);
    List<List<Parameter>> found = new ArrayList<>();
    for (ClientChannel client : clients.get()) {
      if (isWanted(request, client.name(), name)) {
        found.add(
            request.selected(
                ATTRIBUTES,
                always(client.name(), SERVER_CONNECTION, RUNNING, client.address()),
                status(client)));
      }
    }
    for (ChannelStatus end : channels.get()) {
      if (isWanted(request, end.name(), name)) {
        found.add(
            request.selected(
                ATTRIBUTES,
                always(end.name(), typeCode(end), stateCode(end.state()), ""),
                status(end)));
      }
    }
    request.answer(found, PcfException.NO_CHANNEL_STATUS);
  }

  private static boolean isWanted(Request request, String channel, String given) {
    return GenericName.fits(given, channel) && request.mayDisplay(Security.CHANNEL, channel, given);
  }

  private static List<Parameter> always(String name, int type, int status, String address) {
    return List.of(
        new Text(NAME, name),
        new Int(TYPE, type),
        new Int(INSTANCE_TYPE, CURRENT),
        new Int(STATUS, status),
        new Text(CONNECTION_NAME, address));
  }

  private static List<Parameter> status(ClientChannel client) {
    List<Parameter> status =
        new ArrayList<>(
            List.of(
                new Int(MESSAGES, (int) client.calls()),
                new Int(CONVERSATIONS, client.conversations()),
                new Int(MAX_CONVERSATIONS, client.maxConversations()),
                new Int(HEARTBEAT, client.heartbeatSeconds()),
                new Text(USER, client.user()),
                new Text(APPLICATION, client.application())));
    status.addAll(Moment.of(START_DATE, START_TIME, client.startedMillis()));
    return status;
  }

  private static List<Parameter> status(ChannelStatus end) {
    return List.of(
        new Int(MESSAGES, (int) end.messages()),
        new Int(BATCHES, (int) end.batches()),
        new Int(SHORT_RETRIES_LEFT, end.shortRetriesLeft()),
        new Int(LONG_RETRIES_LEFT, end.longRetriesLeft()));
  }

  private static int typeCode(ChannelStatus end) {
    return switch (end.type()) {
      case SENDER -> 1;
      case RECEIVER -> 3;
      case CLUSTER_RECEIVER -> 8;
      case CLUSTER_SENDER -> 9;
    };
  }

  private static int stateCode(ChannelState state) {
    return switch (state) {
      case INACTIVE -> 0;
      case BINDING -> 1;
      case RUNNING -> RUNNING;
      case RETRYING -> 5;
      case STOPPED -> 6;
    };
  }
}
