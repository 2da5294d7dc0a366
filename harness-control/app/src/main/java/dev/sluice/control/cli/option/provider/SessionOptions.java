package dev.sluice.control.cli.option.provider;

import dev.sluice.control.cli.option.EnumConverter;
import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How workers use their provider: connections, sessions, transactions. */
@Command(optionListHeading = "%nSessions:%n")
public final class SessionOptions {

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

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--api",
      order = 50,
      paramLabel = "KIND",
      defaultValue = "classic",
      description = "classic (Connection and Session, the default) or simplified (JMSContext).")
  Api api;

  @Option(
      names = "--share-connection",
      order = 51,
      description = "All workers share one connection; each has its own session.")
  public boolean shareConnection;

  @Option(
      names = "--client-id",
      order = 52,
      paramLabel = "TEXT",
      defaultValue = "",
      description =
          "Client id of connections; without --share-connection, the worker's number " + "follows.")
  public String clientId;

  @Option(
      names = "--ack",
      order = 53,
      paramLabel = "MODE",
      description =
          "auto (the default), client (by the worker, after each message or --commit-every) or"
              + " dups-ok.")
  Acknowledge acknowledge;

  @Option(names = "--transacted", order = 54, description = "Use transactions.")
  boolean transacted;

  @Option(
      names = "--commit-every",
      order = 55,
      paramLabel = "N",
      converter = Numbers.AtLeastOne.class,
      description =
          "Iterations in a transaction (default 1); implies --transacted, unless --ack client is"
              + " given.")
  Integer commitEvery;

  @Option(
      names = "--commit-delay",
      order = 56,
      paramLabel = "TIME",
      defaultValue = "0",
      description = "Wait before each commit.")
  Duration commitDelay;

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
            shareConnection,
            clientId);
    new OptionRules(command)
        .requires("--transacted", settings.settles(), "--commit-delay", !commitDelay.isZero());
    return settings;
  }

  /** Refuses an option that only says something about transactions where there are none. */
  public void requireTransactionsFor(String option, boolean given) {
    new OptionRules(command)
        .requires("--transacted", mode() == SessionMode.TRANSACTED, option, given);
  }

  /** Refuses what only says how to settle what was received, for workers that receive nothing. */
  public void rejectSettling(String worker) {
    for (String option :
        new OptionRules(command)
            .given("--transacted", "--commit-every", "--commit-delay", "--ack")) {
      throw new OptionRules(command)
          .refusal("'" + option + "' cannot be used here: " + worker + " takes nothing");
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
        + (shareConnection ? ", one connection for all workers" : "");
  }

  private SessionMode mode() {
    boolean byAcknowledge = acknowledge == Acknowledge.CLIENT;
    if (transacted || (commitEvery != null && !byAcknowledge)) {
      if (acknowledge != null) {
        throw new OptionRules(command)
            .refusal(
                "'--ack "
                    + EnumConverter.of(acknowledge)
                    + "' cannot be used together with '"
                    + (transacted ? "--transacted" : "--commit-every")
                    + "': the commit acknowledges");
      }
      return SessionMode.TRANSACTED;
    }
    return acknowledge == null ? SessionMode.AUTO : acknowledge.mode;
  }
}
