package dev.sluice.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.worker.AsyncSender;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each type of worker in each mode on each broker does exactly what it was asked for: nothing is
 * lost, nothing fails, and each part of it is timed.
 */
class WorkerMatrixIT {

  private static final int POSSIBLE = 14 * 2 * 2 * 2 * 2;
  private static final int NOT_THERE = 2 * 8; // of two types half of the modes

  private static final AtomicInteger stands = new AtomicInteger();
  private static Brokers brokers;

  /** One cell of the matrix. */
  record Cell(WorkerType type, Mode mode, BrokerKind broker) {
    @Override
    public String toString() {
      return type + ": " + mode + ", " + broker;
    }
  }

  @BeforeAll
  static void startBrokers() throws JMSException {
    brokers = new Brokers();
  }

  @AfterAll
  static void stopBrokers() throws JMSException {
    brokers.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cells")
  void everyWorkerDoesItsWork(Cell cell) throws Exception {
    cell.type().tryAt(stand(cell.mode(), cell.broker()));
  }

  static List<Cell> cells() {
    return all().stream().filter(cell -> cell.type().whyNot(cell.mode()).isEmpty()).toList();
  }

  @Test
  void onlyTheImpossibleIsOmitted() {
    List<String> leftOut =
        all().stream()
            .flatMap(cell -> cell.type().whyNot(cell.mode()).map(why -> cell + ": " + why).stream())
            .toList();
    leftOut.forEach(line -> System.out.println("not in the matrix: " + line));

    assertThat(cells()).hasSize(POSSIBLE - NOT_THERE).doesNotHaveDuplicates();
    assertThat(leftOut).hasSize(NOT_THERE);
  }

  @Test
  void anAsyncSenderInTransactionsIsRejected() {
    Stand transacted = stand(new Mode(true, true, Api.CLASSIC), BrokerKind.ARTEMIS);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AsyncSender.Settings(
                    transacted.session(), DestinationPlan.of("Q"), transacted.outgoing(), 1))
        .withMessageContaining("transactions");
  }

  private static Stand stand(Mode mode, BrokerKind broker) {
    return new Stand(
        brokers.provider(broker), brokers.depot(broker), mode, "N" + stands.incrementAndGet());
  }

  private static List<Cell> all() {
    List<Cell> all = new ArrayList<>();
    for (WorkerType type : WorkerType.values()) {
      for (BrokerKind broker : BrokerKind.values()) {
        for (Api api : Api.values()) {
          for (boolean transacted : new boolean[] {false, true}) {
            for (boolean persistent : new boolean[] {false, true}) {
              all.add(new Cell(type, new Mode(transacted, persistent, api), broker));
            }
          }
        }
      }
    }
    return all;
  }
}
