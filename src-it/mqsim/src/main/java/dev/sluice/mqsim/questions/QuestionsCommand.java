package dev.sluice.mqsim.questions;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.CMQC;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Asks a queue manager and a simulated one the same questions, and shows where they differ. */
@Command(
    name = "compare.sh",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Asks a queue manager and a simulated one the same questions, and shows where they differ.",
      "The password of --user is in the variable MQ_APP_PASSWORD, or in --password-file.",
      "Questions about the wire cannot be asked over TLS: name a channel without it.",
      "Exit codes: 0 nothing differs, 1 something does, 2 usage, 3 no connection."
    })
public final class QuestionsCommand implements Callable<Integer> {

  private static final int DIFFERENT = 1;
  private static final int USAGE = 2;
  private static final int NO_CONNECTION = 3;

  private static final List<Question> QUESTIONS =
      Stream.of(WireQuestions.ALL, RefusalQuestions.ALL, InterruptionQuestions.ALL)
          .flatMap(List::stream)
          .toList();

  @Option(names = "--host", required = true, description = "host of the queue manager")
  private String host;

  @Option(names = "--port", defaultValue = "1414", description = "port of its listener")
  private int port;

  @Option(names = "--channel", defaultValue = "DEV.APP.SVRCONN", description = "its channel")
  private String channel;

  @Option(names = "--queue-manager", defaultValue = "QM1", description = "its name")
  private String queueManager;

  @Option(names = "--queue", defaultValue = "DEV.QUEUE.1", description = "empty, nobody else's")
  private String queue;

  @Option(names = "--user", defaultValue = "", description = "user, with a password")
  private String user;

  @Option(names = "--password-file", description = "file with that password")
  private Path passwordFile;

  @Option(names = "--only", defaultValue = "", description = "only questions with this text")
  private String only;

  @Option(names = "--out", defaultValue = "mq-answers.txt", description = "file for the table")
  private Path out;

  @Spec private CommandSpec spec;

  /** Asks, prints and exits; the client's own log, a file in the current folder, is off. */
  public static void main(String[] args) {
    System.setProperty("com.ibm.msg.client.commonservices.log.status", "OFF");
    Logger.getLogger("").setLevel(Level.WARNING);
    System.exit(commandLine().execute(args));
  }

  /** The command, without the process around it. */
  public static CommandLine commandLine() {
    return new CommandLine(new QuestionsCommand())
        .setParameterExceptionHandler(
            (e, arguments) -> complain(e.getCommandLine(), USAGE, e.getMessage()));
  }

  private static int complain(CommandLine line, int exitCode, String complaint) {
    line.getErr().println("compare.sh: " + complaint);
    return exitCode;
  }

  private ParameterException wrong(String complaint) {
    return new ParameterException(spec.commandLine(), complaint);
  }

  @Override
  public Integer call() throws IOException {
    String password = user.isEmpty() ? "" : password();
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start();
        Respondent simulated =
            new Respondent(
                new RecordingRelay(mq.getHost(), mq.getPort()),
                mq.getChannel(),
                mq.getQueueManager(),
                "DEV.QUEUE.1",
                user,
                password);
        Respondent real =
            new Respondent(
                new RecordingRelay(host, port), channel, queueManager, queue, user, password)) {
      if (real.depth() > 0) {
        throw wrong(queue + " holds messages: name an empty queue by --queue");
      }
      return ask(real, simulated);
    } catch (MQException e) {
      int exitCode = e.getReason() == CMQC.MQRC_UNKNOWN_OBJECT_NAME ? USAGE : NO_CONNECTION;
      return complain(
          spec.commandLine(), exitCode, "reason %d: %s".formatted(e.getReason(), remedy(e)));
    }
  }

  private String password() {
    try {
      String password =
          passwordFile == null
              ? System.getenv("MQ_APP_PASSWORD")
              : Files.readString(passwordFile).strip();
      if (password == null) {
        throw wrong("--user needs a password: set MQ_APP_PASSWORD or name a --password-file");
      }
      return password;
    } catch (IOException e) {
      throw wrong("cannot read --password-file " + passwordFile);
    }
  }

  private int ask(Respondent real, Respondent simulated) {
    List<String> table = new ArrayList<>(List.of("asked: " + real.product(), Answers.TITLE));
    PrintWriter console = spec.commandLine().getOut();
    table.forEach(console::println);
    int differences = 0;
    for (Question question : QUESTIONS) {
      if (question.text().contains(only)) {
        Answers answers = Answers.to(question, real, simulated);
        differences += answers.differ() ? 1 : 0;
        table.add(answers.toString());
        console.println(answers);
        console.flush();
      }
    }
    try {
      Files.write(out, table);
    } catch (IOException e) {
      throw wrong("cannot write --out " + out);
    }
    console.println("differences: %d; the table to send in: %s".formatted(differences, out));
    return differences == 0 ? 0 : DIFFERENT;
  }

  private static String remedy(MQException e) {
    return switch (e.getReason()) {
      case CMQC.MQRC_UNKNOWN_OBJECT_NAME -> "it has no such queue, see --queue";
      case CMQC.MQRC_Q_MGR_NAME_ERROR -> "it has another name, see --queue-manager";
      case CMQC.MQRC_UNKNOWN_CHANNEL_NAME, CMQC.MQRC_CHANNEL_NOT_AVAILABLE ->
          "it has no such channel for clients, or has stopped it, see --channel";
      case CMQC.MQRC_NOT_AUTHORIZED ->
          "see --user and its password; it needs put, get, browse and inq of the queue";
      case CMQC.MQRC_JSSE_ERROR, CMQC.MQRC_SSL_INITIALIZATION_ERROR ->
          "questions about the wire cannot be asked over TLS, see --channel";
      default -> "no queue manager answers there, see --host and --port";
    };
  }
}
