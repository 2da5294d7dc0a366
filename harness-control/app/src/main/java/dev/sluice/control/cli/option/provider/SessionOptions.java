package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How workers use their provider: connections, sessions, transactions. */
@Command(optionListHeading = "%nSessions:%n")
public final class SessionOptions extends CommandPart {

  /** How messages are acknowledged outside of transactions, as it is written. */
  enum Acknowledge {
    AUTO(SessionMode.AUTO),
    CLIENT(SessionMode.CLIENT),
    DUPS_OK(SessionMode.DUPS_OK);

    private final SessionMode mode;

    Acknowledge(SessionMode mode) {
      this.mode = mode;
    }
  }

  @Option(
      names = "--api",
      paramLabel = "KIND",
      description = "classic (Connection and Session, the default) or simplified (JMSContext).")
  Api api = Api.CLASSIC;

  @Option(
      names = "--share-connection",
      description = "All workers share one connection; each has its own session.")
  boolean shareConnection;

  @Option(
      names = "--connections",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description = "The workers share N connections in turn; each has its own session.")
  Integer connections;

  @Option(
      names = "--client-id",
      paramLabel = "TEXT",
      description =
          "Client id of connections; unless all workers share one, the connection's number follows.")
  public String clientId = "";

  @Option(
      names = "--ack",
      paramLabel = "MODE",
      description =
          "auto (the default), client (by the worker, after each message or --commit-every) or"
              + " dups-ok.")
  Acknowledge acknowledge;

  @Option(names = "--transacted", description = "Use transactions.")
  boolean transacted;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description =
          "Iterations in a transaction (default 1); implies --transacted, unless --ack client is"
              + " given.")
  Integer commitEvery;

  @Option(names = "--commit-delay", paramLabel = "TIME", description = "Wait before each commit.")
  Duration commitDelay = Duration.ZERO;

  /** The settings that the options describe. */
  public SessionSettings settings(JmsProvider provider) {
    SessionMode mode = mode();
    SessionSettings settings =
        new SessionSettings(
            provider,
            api,
            mode,
            commitEvery == null ? 1 : commitEvery,
            commitDelay,
            connections(),
            clientId);
    requires("--transacted", settings.settles(), "--commit-delay", !commitDelay.isZero());
    return settings;
  }

  /** How many connections the workers share, 0 if each has its own. */
  public int connections() {
    excludes("--share-connection", "--connections", shareConnection && connections != null);
    return shareConnection ? 1 : connections == null ? 0 : connections;
  }

  /** Refuses an option that only says something about transactions where there are none. */
  public void requireTransactionsFor(String option, boolean given) {
    requires("--transacted", mode() == SessionMode.TRANSACTED, option, given);
  }

  /** Refuses what only says how to settle what was received, for workers that receive nothing. */
  public void rejectSettling(String worker) {
    for (String option : given("--transacted", "--commit-every", "--commit-delay", "--ack")) {
      throw refusal("'" + option + "' cannot be used here: " + worker + " takes nothing");
    }
  }

  /** One line for a dry run. */
  public String describe() {
    String every = (commitEvery == null ? 1 : commitEvery) + " iterations";
    String settled =
        switch (mode()) {
          case TRANSACTED -> "a commit every " + every;
          case CLIENT -> "an acknowledgement every " + every;
          case AUTO -> "not transacted";
          case DUPS_OK -> "not transacted, duplicates allowed";
        };
    return settled
        + (api == Api.SIMPLIFIED ? ", simplified API" : "")
        + (connections() == 0 ? "" : ", connections for all workers: " + connections());
  }

  private SessionMode mode() {
    boolean byAcknowledge = acknowledge == Acknowledge.CLIENT;
    if (transacted || (commitEvery != null && !byAcknowledge)) {
      if (acknowledge != null) {
        throw refusal(
            "'--ack "
                + Converters.word(acknowledge)
                + "' cannot be used together with '"
                + (transacted ? "--transacted" : "--commit-every")
                + "': the commit acknowledges");
      }
      return SessionMode.TRANSACTED;
    }
    return acknowledge == null ? SessionMode.AUTO : acknowledge.mode;
  }
}
