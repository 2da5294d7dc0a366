package dev.sluice.jms.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.provider.ConnectDeadline.ConnectTimeoutException;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ConnectDeadlineTest {

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Connection connection =
      (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("close")) {
                  closed.countDown();
                }
                return null;
              });

  @Test
  void passesTheConnectionOn() throws JMSException {
    assertThat(deadline(Duration.ofMinutes(1)).connect(() -> connection)).isSameAs(connection);
  }

  @Test
  void thousandsOfConnectionsInTurnTakeNoThousandsOfThreads() throws JMSException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    ConnectDeadline deadline = deadline(Duration.ofMinutes(1));
    for (int i = 0; i < 1_000; i++) {
      deadline.connect(
          () -> {
            threads.add(Thread.currentThread());
            return connection;
          });
    }
    assertThat(threads).hasSizeLessThan(500); // one, but for pauses of the machine
  }

  @Test
  void passesTheFailureOn() {
    JMSException failure = new JMSException("no");

    assertThatExceptionOfType(JMSException.class)
        .isThrownBy(
            () ->
                deadline(Duration.ofMinutes(1))
                    .connect(
                        () -> {
                          throw failure;
                        }))
        .isSameAs(failure);
  }

  @Test
  void givesUpAndClosesTheConnectionThatComesUpTooLate() throws InterruptedException {
    CountDownLatch givenUp = new CountDownLatch(1);

    assertThatExceptionOfType(ConnectTimeoutException.class)
        .isThrownBy(
            () ->
                deadline(Duration.ofMillis(1))
                    .connect(
                        () -> {
                          awaitQuietly(givenUp);
                          return connection;
                        }))
        .withMessageContaining("to the moon");
    givenUp.countDown();

    closed.await(); // hangs if it is never closed
    assertThat(closed.getCount()).isZero();
  }

  private static ConnectDeadline deadline(Duration timeout) {
    return new ConnectDeadline(timeout, "to the moon");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
