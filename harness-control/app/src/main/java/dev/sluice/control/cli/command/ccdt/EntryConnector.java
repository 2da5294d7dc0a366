package dev.sluice.control.cli.command.ccdt;

import dev.sluice.control.cli.command.ccdt.EntryConnector.ConnectAttempt.Reachability;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.core.text.ForeignText;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.provider.ibmmq.QueueOptions;
import dev.sluice.jms.provider.ibmmq.Reconnect;
import dev.sluice.jms.provider.ibmmq.Tls;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Connects once to each address of an entry, past the choice that the client would make. */
final class EntryConnector {

  private final Duration timeout;
  private final Function<IbmMqSettings, JmsProvider> providers;

  /**
   * @param timeout how long an address may take
   * @param providers makes the provider of settings
   */
  public EntryConnector(Duration timeout, Function<IbmMqSettings, JmsProvider> providers) {
    this.timeout = timeout;
    this.providers = providers;
  }

  /**
   * Tries the addresses of an entry, in order.
   *
   * @param nameChecked whether the queue manager must have the name of the entry
   */
  public List<ConnectAttempt> attempt(CcdtEntry entry, boolean nameChecked) {
    return entry.addresses().stream().map(at -> attempt(entry, at, nameChecked)).toList();
  }

  private ConnectAttempt attempt(CcdtEntry entry, Address address, boolean nameChecked) {
    String target = entry.place() + " " + address + " " + entry.channel();
    IbmMqSettings settings = settings(entry, address, nameChecked ? entry.queueManager() : "");
    try (JmsProvider provider = providers.apply(settings)) {
      return attempt(target, provider);
    } catch (ConfigurationException e) {
      return new ConnectAttempt(target, Reachability.NO_ANSWER, e.getMessage());
    }
  }

  private static ConnectAttempt attempt(String target, JmsProvider provider) {
    try {
      provider.connect().close();
      return new ConnectAttempt(target, Reachability.CONNECTED, "");
    } catch (JMSException e) {
      Failure failure = provider.explain(e);
      // what settings could mend, somebody must have looked at
      Reachability reachability =
          failure.configuration() ? Reachability.REFUSED : Reachability.NO_ANSWER;
      return new ConnectAttempt(target, reachability, failure.line());
    }
  }

  private IbmMqSettings settings(CcdtEntry entry, Address address, String queueManager) {
    return new IbmMqSettings(
        new MqEndpoint.Direct(address.host(), address.port(), entry.channel(), queueManager),
        Credentials.NONE,
        timeout,
        Reconnect.DEFAULT,
        "",
        Tls.of(entry.cipherSpecification()),
        QueueOptions.DEFAULT,
        Map.of());
  }

  /**
   * The outcome of connecting to an address of an entry.
   *
   * @param target entry and address, in words
   * @param reachability what it came to
   * @param reason why not, one line; empty if it connected
   */
  record ConnectAttempt(String target, Reachability reachability, String reason) {

    /** Other names than the queue manager's, unlike ends of a channel, an unknown channel. */
    private static final Pattern MISDIRECTED = Pattern.compile("(2058|2539|2540) ");

    /**
     * @param reason what the other end said may be in it, so control characters are taken out
     */
    public ConnectAttempt {
      reason = ForeignText.printable(reason);
    }

    /** How far an attempt came. */
    public enum Reachability {
      CONNECTED,
      /** A queue manager answered, and did not let this application in. */
      REFUSED,
      /** There was no queue manager. */
      NO_ANSWER
    }

    public boolean connected() {
      return reachability == Reachability.CONNECTED;
    }

    /** Whether name or channel are wrong there, which no user and no client key would change. */
    public boolean misdirected() {
      return MISDIRECTED.matcher(reason).lookingAt();
    }

    /** Whether a queue manager was there. */
    public boolean answered() {
      return reachability != Reachability.NO_ANSWER;
    }

    /** The attempt in one line. */
    public String line() {
      String word = Converters.word(reachability).replace('-', ' ');
      return "%-9s  ".formatted(word) + target + (connected() ? "" : ": " + reason);
    }
  }
}
