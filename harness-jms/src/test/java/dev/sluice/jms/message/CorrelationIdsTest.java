package dev.sluice.jms.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.message.Correlation.Scope;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorrelationIdsTest {

  private final List<Object> given = new ArrayList<>();

  @Test
  void nativeIdsAreOf24BytesAndFoundByTheirSelector() throws JMSException {
    CorrelationIds ids = new Correlation(Scope.WORKER, true, "S1").forWorker(3);
    ids.applyTo(message(true));

    byte[] id = (byte[]) given.get(0);
    assertThat(id).hasSize(24);
    assertThat(ids.selector())
        .isEqualTo("JMSCorrelationID='ID:" + HexFormat.of().formatHex(id) + "'");
  }

  @Test
  void nativeIdsDifferByProcessWorkerAndMessageAndAreOtherwiseTheSame() throws JMSException {
    Set<String> selectors = new HashSet<>();
    for (String prefix : List.of("S1", "S2", "")) {
      for (int worker = 0; worker < 300; worker++) {
        CorrelationIds ids = new Correlation(Scope.MESSAGE, true, prefix).forWorker(worker);
        selectors.add(ids.selector());
        selectors.add(ids.selector(1));
        selectors.add(ids.selector(1L << 40));
      }
    }
    assertThat(selectors).hasSize(3 * 300 * 3);
    assertThat(selectors)
        .contains(new Correlation(Scope.MESSAGE, true, "S2").forWorker(7).selector(1));
  }

  @Test
  void aProviderWithoutNativeIdsGetsTexts() throws JMSException {
    CorrelationIds ids = new Correlation(Scope.MESSAGE, true, "S1").forWorker(3);
    ids.applyTo(message(false), 8);
    ids.applyTo(message(false), 9);

    assertThat(given).containsExactly("S1-4-8", "S1-4-9");
    assertThat(ids.selector(9)).isEqualTo("JMSCorrelationID='S1-4-9'");
  }

  @Test
  void aQuoteInAnIdDoesNotEndTheSelector() {
    assertThat(new Correlation(Scope.WORKER, false, "it's").forWorker(0).selector())
        .isEqualTo("JMSCorrelationID='it''s-1'");
  }

  /** Keeps the correlation ids that it is given. */
  private Message message(boolean takesBytes) {
    return (Message)
        Proxy.newProxyInstance(
            Message.class.getClassLoader(),
            new Class<?>[] {Message.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("setJMSCorrelationIDAsBytes") && !takesBytes) {
                throw new UnsupportedOperationException();
              }
              given.add(arguments[0]);
              return null;
            });
  }
}
