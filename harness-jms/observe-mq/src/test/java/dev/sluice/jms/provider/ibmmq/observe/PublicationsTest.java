package dev.sluice.jms.provider.ibmmq.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Measure;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.ibmmq.observe.MqMeasures.StatisticsType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The traps of resource statistics. */
class PublicationsTest {

  private static final StatisticsType PUTS = new StatisticsType(2, 3);
  private static final StatisticsType CPU = new StatisticsType(0, 0);
  private static final StatisticsType QUEUE = new StatisticsType(3, 4);
  private static final int TEN_SECONDS = 10_000_000;

  private final Publications publications =
      new Publications(
          "QM1",
          Map.of(
              PUTS, Map.of(0, CMQCFC.MQIAMO_MONITOR_DELTA, 1, CMQCFC.MQIAMO_MONITOR_DELTA),
              CPU, Map.of(0, CMQCFC.MQIAMO_MONITOR_PERCENT),
              QUEUE, Map.of(2, CMQCFC.MQIAMO_MONITOR_MICROSEC)));

  private static PCFMessage of(StatisticsType type, long intervalMicros, int element, long value) {
    PCFMessage message = new PCFMessage(CMQCFC.MQCMD_STATISTICS_MQI);
    message.addParameter(CMQC.MQCA_Q_MGR_NAME, "QM1");
    message.addParameter(CMQCFC.MQIAMO_MONITOR_CLASS, type.monitorClass());
    message.addParameter(CMQCFC.MQIAMO_MONITOR_TYPE, type.number());
    message.addParameter(CMQCFC.MQIAMO64_MONITOR_INTERVAL, intervalMicros);
    message.addParameter(element, value);
    return message;
  }

  private List<Reading> read(PCFMessage message, long putMillis) {
    return publications.read(message, putMillis, Duration.ofMillis(putMillis).toNanos(), 7);
  }

  private Reading only(PCFMessage message, long putMillis) {
    List<Reading> readings = read(message, putMillis);
    assertThat(readings).hasSize(1);
    return readings.get(0);
  }

  @Test
  void theFirstOneOfEachSubscriptionIsDropped() {
    assertThat(read(of(PUTS, TEN_SECONDS, 0, 1_000_000), 1)).isEmpty();
    assertThat(read(of(CPU, TEN_SECONDS, 0, 5_000), 2)).isEmpty();
    assertThat(only(of(PUTS, TEN_SECONDS, 0, 5), 3).value()).isEqualTo(5);
  }

  @Test
  void eachQueueIsASubscriptionOfItsOwn() {
    for (String queue : List.of("A", "B")) {
      PCFMessage first = of(QUEUE, TEN_SECONDS, 2, 1);
      first.addParameter(CMQC.MQCA_Q_NAME, queue);
      assertThat(read(first, 1)).isEmpty();
    }
    PCFMessage second = of(QUEUE, TEN_SECONDS, 2, 33);
    second.addParameter(CMQC.MQCA_Q_NAME, "B   ");
    Reading reading = only(second, 2);
    assertThat(reading.subject()).isEqualTo("B");
    assertThat(reading.measure().unit()).isEqualTo("µs");
    assertThat(reading.value()).isEqualTo(33);
  }

  @Test
  void theTimeItCoversIsThatOfTheMessage() {
    read(of(PUTS, TEN_SECONDS, 0, 0), 1);
    assertThat(only(of(PUTS, 8_000, 0, 5), 2).covered()).isEqualTo(Duration.ofMillis(8));
    assertThat(only(of(PUTS, 1_700_000_000L, 0, 5), 3).covered())
        .isEqualTo(Duration.ofSeconds(1_700));
  }

  @Test
  void processorUseIsOfAllProcessors() {
    read(of(CPU, TEN_SECONDS, 0, 0), 1);
    Reading reading = only(of(CPU, TEN_SECONDS, 0, 5_025), 2);
    assertThat(reading.value()).isEqualTo(50.25);
    assertThat(reading.measure().unit()).isEqualTo("% of all processors");
    assertThat(reading.measure().name()).isEqualTo("User CPU time percentage");
  }

  @Test
  void elementsAreToldByNumberAndUnknownOnesIgnored() {
    read(of(PUTS, TEN_SECONDS, 0, 0), 1);
    assertThat(read(of(PUTS, TEN_SECONDS, 99, 5), 2)).as("unknown here").isEmpty();
    assertThat(read(of(PUTS, TEN_SECONDS, 4, 5), 3)).as("not in the metadata").isEmpty();
    read(of(new StatisticsType(9, 9), TEN_SECONDS, 0, 0), 4);
    assertThat(read(of(new StatisticsType(9, 9), TEN_SECONDS, 0, 0), 5))
        .as("unknown type")
        .isEmpty();
    Measure measure = only(of(PUTS, TEN_SECONDS, 1, 5), 6).measure();
    assertThat(measure.name()).isEqualTo("Interval total MQPUT/MQPUT1 byte count");
    assertThat(measure.aggregation()).isEqualTo(Aggregation.COUNT);
  }

  @Test
  void oneThatComesTwiceCountsOnceAndALateOneHasItsOwnTime() {
    read(of(PUTS, TEN_SECONDS, 0, 0), 10_000);
    only(of(PUTS, TEN_SECONDS, 0, 5), 30_000);
    assertThat(read(of(PUTS, TEN_SECONDS, 0, 5), 30_000)).isEmpty();
    Reading late = only(of(PUTS, TEN_SECONDS, 0, 6), 20_000);
    assertThat(late.nanos()).isEqualTo(Duration.ofSeconds(20).toNanos());
    assertThat(read(of(PUTS, TEN_SECONDS, 0, 6), 20_000)).isEmpty();
  }

  @Test
  void whatIsNoPublicationIsIgnored() {
    assertThat(read(new PCFMessage(CMQCFC.MQCMD_STATISTICS_MQI), 1)).isEmpty();
  }
}
