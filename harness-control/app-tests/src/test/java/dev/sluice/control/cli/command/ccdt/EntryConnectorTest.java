package dev.sluice.control.cli.command.ccdt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.cli.command.ccdt.EntryConnector.ConnectAttempt;
import dev.sluice.control.cli.command.ccdt.EntryConnector.ConnectAttempt.Reachability;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryConnectorTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final List<IbmMqSettings> used = new ArrayList<>();

  @Test
  void connectsToEveryAddressAsTheEntrySays() {
    List<ConnectAttempt> attempts =
        new EntryConnector(TIMEOUT, this::answering).attempt(entry("ANY_TLS12", 1414, 1415), true);

    assertThat(attempts)
        .extracting(ConnectAttempt::reachability)
        .containsOnly(Reachability.CONNECTED);
    assertThat(attempts.get(1).line()).isEqualTo("connected  channel[3] h(1415) APP");
    assertThat(used)
        .extracting(IbmMqSettings::endpoint)
        .containsExactly(
            new MqEndpoint.Direct("h", 1414, "APP", "QM1"),
            new MqEndpoint.Direct("h", 1415, "APP", "QM1"));
    assertThat(used).extracting(settings -> settings.tls().cipher()).containsOnly("ANY_TLS12");
    assertThat(used).extracting(IbmMqSettings::connectTimeout).containsOnly(TIMEOUT);
  }

  @Test
  void asksForNoNameInAGroup() {
    new EntryConnector(TIMEOUT, this::answering).attempt(entry("", 1414), false);

    assertThat(used)
        .extracting(IbmMqSettings::endpoint)
        .containsExactly(new MqEndpoint.Direct("h", 1414, "APP", ""));
  }

  @Test
  void tellsARefusalFromSilence() {
    ConnectAttempt refused = attempt(s -> failing(new Failure("2035 no", "Ask.", true, true)));
    ConnectAttempt silent = attempt(s -> failing(new Failure("2538 no", "", false, true)));

    assertThat(refused.line()).isEqualTo("refused    channel[3] h(1414) APP: 2035 no. Ask.");
    assertThat(refused.answered()).isTrue();
    assertThat(silent.line()).isEqualTo("no answer  channel[3] h(1414) APP: 2538 no");
    assertThat(silent.answered()).isFalse();
  }

  /** 2035 and 2397 may come of the user and the key that nobody gave. */
  @ParameterizedTest
  @CsvSource({"2058, true", "2539, true", "2540, true", "2035, false", "2397, false"})
  void knowsWhatNoUserAndNoKeyWouldChange(String reason, boolean misdirected) {
    ConnectAttempt refused = attempt(s -> failing(new Failure(reason + " no", "", true, true)));

    assertThat(refused.misdirected()).isEqualTo(misdirected);
    assertThat(refused.answered()).isTrue();
  }

  @Test
  void controlCharactersOfTheOtherSideDoNotReachTheTerminal() {
    ConnectAttempt attempt =
        attempt(s -> failing(new Failure("2035 \u001b[2Jno\r\u009b1m", "", true, true)));

    assertThat(attempt.line()).isEqualTo("refused    channel[3] h(1414) APP: 2035 ?[2Jno?1m");
  }

  @Test
  void invalidSettingsAreNotAnAnswer() {
    ConnectAttempt attempt =
        new EntryConnector(TIMEOUT, IbmMqSettings::create).attempt(entry("", 70_000), true).get(0);

    assertThat(attempt.reachability()).isEqualTo(Reachability.NO_ANSWER);
    assertThat(attempt.reason()).contains("70000");
  }

  private JmsProvider answering(IbmMqSettings settings) {
    used.add(settings);
    return EmbeddedProvider.inProcess();
  }

  private static ConnectAttempt attempt(Function<IbmMqSettings, JmsProvider> providers) {
    return new EntryConnector(TIMEOUT, providers).attempt(entry("", 1414), true).get(0);
  }

  private static CcdtEntry entry(String cipher, Integer... ports) {
    return new CcdtEntry(
        3,
        "APP",
        "QM1",
        List.of(ports).stream().map(port -> new Address("h", port)).toList(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        cipher,
        "");
  }

  private static JmsProvider failing(Failure failure) {
    return new JmsProvider() {
      @Override
      public String name() {
        return "failing";
      }

      @Override
      public String describe() {
        return "failing";
      }

      @Override
      public Connection connect(ConnectionWatch watch) throws JMSException {
        throw new JMSException("no");
      }

      @Override
      public JMSContext context(int sessionMode, ConnectionWatch watch) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Failure explain(Throwable thrown) {
        return failure;
      }

      @Override
      public void close() {
        // holds nothing
      }
    };
  }
}
