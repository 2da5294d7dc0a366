package dev.sluice.mqsim.command;

import dev.sluice.mqsim.authority.Authority;
import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.PcfException;
import dev.sluice.mqsim.codec.pcf.PcfMessage;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.queue.Browse;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.LocalQueue;
import dev.sluice.mqsim.queue.MatchCriteria;
import dev.sluice.mqsim.queue.Message;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueReader;
import dev.sluice.mqsim.queue.Reason;
import dev.sluice.mqsim.queue.Waiter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Carries out commands in PCF that are put on {@link QueueManager#COMMAND_QUEUE}, with the rights
 * of the user that the message descriptor names. Each object found is a message of its own to the
 * reply-to queue; a command that fails is answered with its reason, and then with 3008. IntList are
 * answered in the byte order of the command. Confined to the event loop of its queue manager.
 */
public final class CommandServer implements Waiter {

  private static final String FORMAT = "MQADMIN";
  private static final int PARAMETER_IN_ERROR = 1012;

  public static final int INQUIRE_QUEUE_MANAGER = 2;
  private static final int RESET_QUEUE_STATISTICS = 17;
  private static final int PING_QUEUE_MANAGER = 40;
  public static final int INQUIRE_QUEUE_STATUS = 41;
  public static final int INQUIRE_CHANNEL_STATUS = 42;
  public static final int INQUIRE_QUEUE_MANAGER_STATUS = 161;
  public static final int INQUIRE_APPLICATION_STATUS = 220;

  private final QueueManager queueManager;
  private final QueueReader reader;
  private final QueueManagerInquiry aboutQueueManager;
  private final QueueInquiry aboutQueues;
  private final ChannelInquiry aboutChannels;
  private final ApplicationInquiry aboutApplications;

  public CommandServer(
      QueueManager queueManager,
      QueueManagerInquiry aboutQueueManager,
      ChannelInquiry aboutChannels,
      ApplicationInquiry aboutApplications) {
    this.queueManager = queueManager;
    LocalQueue queue = queueManager.define(QueueManager.COMMAND_QUEUE, QueueDefinition.DEFAULT);
    this.reader = new QueueReader(queue, null);
    this.aboutQueueManager = aboutQueueManager;
    this.aboutQueues = new QueueInquiry(queueManager);
    this.aboutChannels = aboutChannels;
    this.aboutApplications = aboutApplications;
  }

  /** Carries out the commands that are there, and waits for more. */
  @Override
  public void serve() {
    LocalQueue queue = reader.queue();
    queue.removeWaiter(this);
    Message message = reader.find(MatchCriteria.ANY, Browse.NONE);
    while (message != null) {
      reader.take(message);
      queueManager.settle(queue, message);
      carryOut(message);
      message = reader.find(MatchCriteria.ANY, Browse.NONE);
    }
    queue.addWaiter(this);
  }

  @Override
  public void fail(Reason reason) {
    // its queue is not deleted
  }

  /**
   * Asks as an administrator.
   *
   * @param objects given what was found, at once or later on this event loop
   * @param failure given the reason if nothing was
   */
  public void ask(
      PcfMessage command, Consumer<List<List<Parameter>>> objects, IntConsumer failure) {
    try {
      carryOut(
          new Request(command, Security.ADMINISTRATOR, queueManager.security(), objects, failure));
    } catch (PcfException e) {
      failure.accept(e.reason());
    }
  }

  private void carryOut(Message message) {
    int command = 0;
    try {
      if (!message.descriptor().format().equals(FORMAT)) {
        throw new PcfException(PcfException.MESSAGE_FORMAT);
      }
      PcfMessage read = PcfMessage.readCommand(message.data(), message.descriptor().byteOrder());
      command = read.command();
      String user = message.descriptor().user();
      carryOut(
          new Request(
              read,
              user,
              queueManager.security(),
              objects -> answer(message, read, objects),
              reason -> fail(message, read.command(), reason, 0)));
    } catch (PcfException e) {
      fail(message, command, e.reason(), e.parameter());
    } catch (CallFailedException e) {
      fail(message, command, e.reason().code(), 0);
    }
  }

  private void carryOut(Request request) {
    request.require(Security.QUEUE_MANAGER, "", Authority.DSP);
    switch (request.command()) {
      case PING_QUEUE_MANAGER -> request.answer(List.of());
      case RESET_QUEUE_STATISTICS -> aboutQueues.reset(request);
      case INQUIRE_QUEUE_STATUS -> aboutQueues.status(request);
      case INQUIRE_CHANNEL_STATUS -> aboutChannels.status(request);
      case INQUIRE_QUEUE_MANAGER -> aboutQueueManager.attributes(request);
      case INQUIRE_QUEUE_MANAGER_STATUS -> aboutQueueManager.status(request);
      case INQUIRE_APPLICATION_STATUS -> aboutApplications.status(request);
      default -> throw new PcfException(PcfException.UNKNOWN_COMMAND);
    }
  }

  private void answer(Message message, PcfMessage command, List<List<Parameter>> objects) {
    for (int i = 0; i < objects.size(); i++) {
      boolean last = i == objects.size() - 1;
      send(message, command.command(), i + 1, last, 0, objects.get(i));
    }
  }

  private void fail(Message message, int command, int reason, int parameter) {
    List<Parameter> detail =
        parameter == 0 ? List.of() : List.of(new Parameter.Int(PARAMETER_IN_ERROR, parameter));
    send(message, command, 1, false, reason, detail);
    send(message, command, 2, true, PcfException.COMMAND_FAILED, List.of());
  }

  private void send(
      Message message,
      int command,
      int number,
      boolean last,
      int reason,
      List<Parameter> parameters) {
    PcfMessage answer =
        new PcfMessage(PcfMessage.RESPONSE, command, number, last, reason, parameters);
    queueManager.reply(message, answer.bytes(message.descriptor().byteOrder()));
  }
}
