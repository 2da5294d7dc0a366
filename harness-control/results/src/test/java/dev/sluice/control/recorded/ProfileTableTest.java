package dev.sluice.control.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.format.IntervalCsv;
import dev.sluice.core.pacing.Profile;
import dev.sluice.core.pacing.Profile.Point;
import dev.sluice.jms.message.RecordedMix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every form of a table, and what is said of those that are none. */
class ProfileTableTest {

  private static final ProfileTable AS_IT_IS = new ProfileTable("", "senders", 1, 1);

  @TempDir Path folder;

  private Path file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("day.csv"), String.join("\n", lines) + "\n");
  }

  private Profile read(ProfileTable table, String... lines) throws IOException {
    return table.read(file(lines)).profile();
  }

  private static List<Point> points(Profile profile) {
    return profile.outline(100);
  }

  /** N at the ends of steps, which stays somewhat short of the counts. */
  private static void assertCounts(Profile profile, double length, double... counts) {
    double due = 0;
    for (int i = 0; i < counts.length; i++) {
      due += counts[i];
      assertThat(profile.iterationsAt((i + 1) * length)).isCloseTo(due - 0.382, within(1e-3));
    }
    assertThat(profile.timeLeft()).isEqualTo(Duration.ofSeconds((long) (counts.length * length)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0,10|60,20|90,0",
        "seconds,rate|5,10|65,20|95,0",
        "\uFEFF0,10|60,20|90,0",
        "\"at, in s\",\"rate\"|\"0\",\"10\"|60,20|90,0",
        "time,Rate|08:00,10|08:01,20|08:01:30,0",
        "when,orders/s|2026-01-02T03:04:06Z,10|2026-01-02 03:05:06,20|2026-01-02T04:05:36+01:00,0",
        "2026010203040600,10|2026010203050600,20|2026010203053600,0||",
        "at,msg_per_s|1767323046000,10|1767323106000,20|1767323136000,0"
      })
  void ratesAreJoinedByStraightLines(String lines) throws IOException {
    assertThat(points(read(AS_IT_IS, lines.split("\\|"))))
        .containsExactly(new Point(0, 10), new Point(60, 20), new Point(90, 0));
  }

  @Test
  void timePassesFasterAndRatesAreHigher() throws IOException {
    ProfileTable table = new ProfileTable("", "", 24, 0.5);
    assertThat(points(read(table, "0,10", "48,20", "48,30", "72,0")))
        .containsExactly(new Point(0, 5), new Point(2, 10), new Point(2, 15), new Point(3, 0));
  }

  @Test
  void countsAreThoseSinceTheRowAbove() throws IOException {
    assertCounts(read(AS_IT_IS, "time,puts", "00:01,120", "00:02,0", "00:03,60"), 60, 120, 0, 60);
    assertCounts(
        read(new ProfileTable("gets", "", 1, 2), "t,puts,gets", "1,9,120", "2,9,7"), 1, 240, 14);
  }

  @Test
  void timesAloneAreThoseOfMessages() throws IOException {
    assertCounts(read(AS_IT_IS, "put", "12.5", "10", "10.9", "11", "12.999"), 1, 2, 1, 2);
  }

  @Test
  void aRunIsPlayedAsItsWorkloadsWere() throws IOException {
    String header = "interval,time,since_start_s,length_s,warmup,workload,target_per_s,due,done";
    String[] lines = {
      header,
      "1,x,1,1,true,senders,9,5,4",
      "1,x,1,1,true,others,9,50,40",
      "2,x,2,1,false,senders,9,7,6",
      "2,x,2,1,false,others,9,70,60",
      "3,x,2.1,0.1,ending,others,9,0,1"
    };
    assertCounts(read(AS_IT_IS, lines), 1, 5, 7);
    assertCounts(read(new ProfileTable("done", "others", 1, 1), lines), 1, 40, 60);
    assertCounts(read(new ProfileTable("", "any", 1, 1), lines[0], lines[1], lines[3]), 1, 5, 7);
  }

  @Test
  void onlyColumnsOfThoseNamesSayWhatMessagesAreLike() throws IOException {
    assertThat(IntervalCsv.header().split(",")).doesNotContain("size", "bytes", "priority");
    assertThat(AS_IT_IS.read(file("t,puts", "1,5", "2,7")).mix()).isEmpty();
    RecordedMix sizes = AS_IT_IS.read(file("t,puts,Bytes", "1,5,3", "2,0,", "3,5,9")).mix().get();
    assertThat(sizes.describe()).isEqualTo("3 to 9 bytes, as in the profile");
    assertThat(sizes.meanBytes()).isEqualTo(6);
    assertThat(sizes.hasPriorities()).isFalse();
    assertThat(AS_IT_IS.read(file("put,Priority", "1,5", "2,7")).mix().get().hasSizes()).isFalse();
    ProfileTable bytes = new ProfileTable("bytes", "", 1, 1);
    assertThat(bytes.read(file("t,puts,bytes", "1,5,3", "2,1,9")).mix()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "seconds,rate; rates in column 'rate'",
        "t,latency,Throughput/s; rates in column 'Throughput/s'",
        "t,elapsed,request_rate; rates in column 'request_rate'",
        "t,msgs per second; rates in column 'msgs per second'",
        "Time,tps,errors; rates in column 'tps'",
        "t,depth,puts; counts in column 'puts'",
        "t,bytes in,Message Count; counts in column 'Message Count'",
        "t,number of orders; counts in column 'number of orders'",
        "t,p99_ms,errors,requests; counts in column 'requests'",
        "timeStamp,elapsed,label,bytes; a message for each 'timeStamp'",
        "put,size,priority; a message for each 'put'",
        "put; a message for each 'put'"
      })
  void aColumnIsTakenByWhatItsHeaderSays(String header, String taken) throws IOException {
    String row = ",5".repeat(header.split(",").length - 1);
    assertThat(AS_IT_IS.read(file(header, "1" + row, "2" + row, "3" + row)).taken())
        .isEqualTo(taken);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t,elapsed",
        "Time,Value",
        "when,latency,p99",
        "t,error rate,failed requests",
        "t,errors/s",
        "t,depth",
        "t,bytes,queue depth,label",
        "t,total messages",
        "t,"
      })
  void whatIsNeitherARateNorACountIsRefusedWithTheColumns(String header) {
    assertThatThrownBy(() -> read(AS_IT_IS, header, "1,5,5,5", "2,5,5,5"))
        .hasMessageContaining("no column is called a rate or a count")
        .hasMessageContaining("--profile-column")
        .hasMessageEndingWith("the columns are " + String.join(", ", header.split(",", -1)));
  }

  @Test
  void aResultFileOfJMeterHasAMessageARow() throws IOException {
    String[] lines = {
      "timeStamp,elapsed,label,bytes",
      "1767323047900,12,put,90",
      "1767323046100,31,put,70",
      "1767323046200,9,get,70"
    };
    assertCounts(read(AS_IT_IS, lines), 1, 2, 1);
    assertThat(AS_IT_IS.read(file(lines)).mix()).isEmpty();
    assertThat(
            new ProfileTable("elapsed", "", 1, 1).read(file(lines[0], lines[2], lines[1])).taken())
        .isEqualTo("counts in column 'elapsed'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "seconds,rate|0,5|x,6; line 3, 'x,6': write a time as 90.5",
        "0,5|1,many; line 2, '1,many': column 'rate': write a rate per second",
        "0,5|1,-6; line 2, '1,-6': column 'rate': write a rate per second",
        "0,5|1; line 2, '1': column 'rate': write a rate per second",
        "time\trate|0\t5; its columns must be separated by commas",
        "0.5\t5|1\t6; its columns must be separated by commas",
        "time,\"rate|per second\"|0,5; a quote is not closed",
        "0,5|1,\"6; line 2, '1,\"6': a quote is not closed",
        "3,5|1,6; line 2, '1,6': it is not later than the row above; sort rows by time",
        "time,puts|3,5|3,6; line 3, '3,6': it is not later",
        "25:00,5|1,6; line 1, '25:00,5': write a time",
        "0,5; it needs two rows or more",
        "1767323047900,12,put|1767323048900,12,put; more than two columns require a first line",
        "0,0|1,0; nothing is ever due",
        "10|99999999; its messages are from more than 1000000 s",
        "t,workload,due|1,a,5|1,b,5; it has rows of a, b; call a workload so, instead of senders",
        "t,rate,size|1,5,9|2,5,9; sizes and priorities need counts or single messages, not rates",
        "put,size|1,10|2,big; line 3, '2,big': 'big' is not a size such as 2048",
        "put,bytes|1,10|2,101MiB; line 3, '2,101MiB': '101MiB' is more than 100 MiB",
        "put,priority|1,4|2,10; line 3, '2,10': '10' is not a priority from 0 to 9",
        "t,puts,size|2,5,9|1,6,9; line 3, '1,6,9': it is not later",
        "t,puts,size|2,5,9|2,6,8; it needs two rows or more"
      })
  void whatIsWrongIsSaidWithItsLine(String lines, String message) {
    assertThatThrownBy(() -> read(AS_IT_IS, lines.split("\\|")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(folder.resolve("day.csv") + ": " + message);
  }

  @Test
  void aColumnThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> read(new ProfileTable("gets", "", 1, 1), "time,puts", "1,2"))
        .hasMessageEndingWith("there is no column 'gets'; the columns are time, puts");
    assertThatThrownBy(() -> read(AS_IT_IS, ""))
        .hasMessageEndingWith("it needs two rows or more, such as 60,115.5");
    assertThatThrownBy(() -> AS_IT_IS.read(folder.resolve("none")))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("none: no such file");
  }
}
