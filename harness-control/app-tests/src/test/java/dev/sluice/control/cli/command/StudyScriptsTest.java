package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.provider.ibmmq.ccdt.Ccdt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts of the studies, with stand-ins for the commands of IBM MQ, OpenShift and the host,
 * which write down how they are called.
 */
class StudyScriptsTest {

  private static final Path CONFIG = Path.of("../..", "config").toAbsolutePath().normalize();

  @TempDir Path folder;

  private Path bin;
  private Path calls;

  @BeforeEach
  void noTimePasses() throws IOException {
    bin = Files.createDirectory(folder.resolve("bin"));
    calls = folder.resolve("calls");
    standIn("sleep", "");
  }

  /** Writes down how it is called, and does this. */
  private void standIn(String command, String script) throws IOException {
    Path file =
        Files.writeString(
            bin.resolve(command),
            "#!/bin/sh\n[ %1$s = sleep ] || echo \"%1$s $*\" >>'%2$s'\ncd '%3$s'\n%4$s\n"
                .formatted(command, calls, folder, script));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private String run(int exitCode, Map<String, String> environment, String... line)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(line));
    command.set(0, CONFIG.resolve(line[0]).toString());
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    builder.environment().put("MQ_INSTALLATION", folder.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(String.join(" ", line)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isEqualTo(exitCode);
    return text;
  }

  private List<String> calls() throws IOException {
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  /** Pods as they are seen at each look, the last time as they stay. */
  private void cluster(String kind, String... looks) throws IOException {
    write("there", kind);
    for (int i = 0; i < looks.length; i++) {
      write("pods." + i, looks[i]);
    }
    write("look", "0");
    write(
        "network",
        """
        [{
            "name": "openshift-sdn",
            "interface": "eth0",
            "ips": ["10.128.2.5"],
            "default": true,
            "dns": {}
        },{
            "name": "default/tengig",
            "interface": "net1",
            "ips": [
                "192.168.10.7"
            ],
            "dns": {}
        }]
        """);
    standIn(
        "oc",
        """
        case "$*" in
          "get queuemanager "*) cat there ;;
          "get pods "*"-o name") ;;
          "get pods "*) n=$(cat look); cat pods.$n; [ ! -e pods.$((n + 1)) ] || echo $((n + 1)) >look ;;
          "get pod "*) echo "$3" >asked; cat network ;;
          create*) echo map ;;
          apply*) cat >>applied ;;
        esac
        """);
  }

  private Ccdt table() throws IOException {
    return Ccdt.parse("PERF0.json", Files.readString(folder.resolve("PERF0.json")));
  }

  @Test
  void aDeploymentIsDoneWhenAllReplicasAreThereWithTheirCoresAndNamesTheActiveOne()
      throws Exception {
    cluster(
        "NativeHA",
        "true 4 p-0\nfalse 4 p-1\nfalse 4 p-2\n", // of before
        "false 8 p-0\nfalse 8 p-1\n",
        "true 8 p-0\nfalse 8 p-1\n", // two of three
        "true 8 p-0\nfalse 8 p-1\nfalse 4 p-2\n",
        "false 8 p-0\nfalse 8 p-1\nfalse 8 p-2\n",
        "false 8 p-0\nfalse 8 p-1\ntrue 8 p-2\n");
    run(0, Map.of(), "e2-request-reply-sweep/deploy.sh", "nha", "8", folder.toString());
    assertThat(Files.readString(folder.resolve("look")).strip()).isEqualTo("5");
    assertThat(Files.readAllLines(folder.resolve("pods")))
        .hasSize(3)
        .startsWith("p-2")
        .contains("p-0", "p-1");
    assertThat(table().entries().get(0).addresses().toString()).contains("192.168.10.7", "1414");
    assertThat(Files.readString(folder.resolve("applied")))
        .contains("cpu: \"8\"", "type: persistent-claim", "size: 50Gi", "type: NativeHA");
    assertThat(calls()).noneMatch(call -> call.contains("delete"));
  }

  @Test
  void aSingleInstanceTakesThePlaceOfReplicasOnADiskOfTheSameKind() throws Exception {
    cluster("NativeHA", "true 2 p-0\n");
    run(
        0,
        Map.of("MQHOST", "mq.example.com"),
        "e2-request-reply-sweep/deploy.sh",
        "single",
        "2",
        folder.toString());
    assertThat(calls()).contains("oc delete queuemanager perf0 --wait");
    assertThat(Files.readString(folder.resolve("applied")))
        .contains("cpu: \"2\"", "type: persistent-claim", "size: 50Gi", "type: SingleInstance")
        .doesNotContain("type: NativeHA", "nha.mqsc, ");
    assertThat(table().entries().get(0).addresses().toString()).contains("mq.example.com");
  }

  @Test
  void aPodWithoutAnAddressForClientsIsAFailureThatSaysWhatToSet() throws Exception {
    cluster("SingleInstance", "true 2 p-0\n");
    String text =
        run(
            1,
            Map.of("INTERFACE", "net7"),
            "e2-request-reply-sweep/deploy.sh",
            "single",
            "2",
            folder.toString());
    assertThat(text).contains("pod p-0 has no address at net7: set INTERFACE or MQHOST");
  }

  /** The commands of IBM MQ are in a folder of their own, and not in the path. */
  private void installation(String state) throws IOException {
    write("state", state);
    standIn(
        "sudo", "while :; do case $1 in -u) shift 2 ;; -*) shift ;; *) exec \"$@\" ;; esac; done");
    bin = Files.createDirectories(folder.resolve("mq/bin"));
    for (String command : List.of("crtmqm", "strmqm", "endmqm", "dltmqm", "endmqlsr")) {
      standIn(command, "");
    }
    standIn("runmqlsr", "env | grep ^MQ_ >listener.part; mv listener.part listener");
    standIn("dspmq", "grep \"QMNAME($2)\" state");
    bin = folder.resolve("bin");
  }

  private Map<String, String> ofMq() {
    return Map.of("MQ_INSTALLATION", folder.resolve("mq").toString());
  }

  @Test
  void thoseQueueManagersEndThatRun() throws Exception {
    installation(
        """
        QMNAME(UC01QM01) STATUS(Running)
        QMNAME(UC01QM02) STATUS(Ended normally)
        QMNAME(UC01QM03) STATUS(Running)
        """);
    run(0, ofMq(), "e1-uniform-cluster/stop-queue-managers.sh", "UC01QM01", "UC01QM02", "UC01QM03");
    assertThat(calls().stream().filter(call -> call.startsWith("endmqm")))
        .containsExactly("endmqm -i -r UC01QM01", "endmqm -i -r UC01QM03");
  }

  @ParameterizedTest
  @ValueSource(strings = {"e3-queue-pairs/create.sh QMA", "e4-tutorial/create.sh PERF0"})
  void aQueueManagerIsCreatedAndStartedOnceHoweverOftenItIsAskedFor(String line) throws Exception {
    String name = line.split(" ")[1];
    installation("");
    run(0, ofMq(), line.split(" "));
    assertThat(calls().stream().filter(call -> call.matches("(crt|str)mqm .*")))
        .hasSize(2)
        .allMatch(call -> call.endsWith(" " + name));
    write("state", "QMNAME(" + name + ") STATUS(Running)\n");
    run(0, ofMq(), line.split(" "));
    assertThat(calls().stream().filter(call -> call.matches("(crt|str)mqm .*"))).hasSize(2);
  }

  /** A listener in trusted mode is the change of 3000 pairs, and of nothing else. */
  @Timeout(120)
  @ParameterizedTest
  @ValueSource(strings = {"standard", "trusted", "tuned"})
  void theListenerAloneIsTrustedAndOnlyWith3000Pairs(String kind) throws Exception {
    installation("QMNAME(HUB.QM) STATUS(Running)\n");
    Path copy = Files.createDirectory(folder.resolve("e5"));
    for (String file : List.of("create.sh", "qm.ini", "trusted.ini")) {
      Files.copy(
          CONFIG.resolve("e5-hub-and-branches").resolve(file),
          copy.resolve(file),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    run(0, ofMq(), copy.resolve("create.sh").toString(), "hub", kind);
    assertThat(calls().stream().map(call -> call.replaceFirst(" .*", "")).distinct().limit(6))
        .containsExactly("dspmq", "endmqm", "endmqlsr", "dltmqm", "crtmqm", "strmqm");
    assertThat(Files.readString(copy.resolve("HUB.QM.ini")).contains("MQIBindType=FASTPATH"))
        .isEqualTo(!kind.equals("standard"));
    Path listener = folder.resolve("listener"); // it is started in the background
    while (!Files.exists(listener)) {
      Thread.onSpinWait(); // until the time limit of the test
    }
    assertThat(Files.readString(listener).contains("MQ_CONNECT_TYPE=FASTPATH"))
        .isEqualTo(kind.equals("tuned"));
    assertThat(calls()).contains("runmqlsr -m HUB.QM -t tcp -p 3604 -b 4096");
  }

  @Test
  void queueManagersOfAHostHavePortsFrom1414() throws Exception {
    installation("");
    run(
        0,
        ofMq(),
        "e1-uniform-cluster/create-queue-managers.sh",
        "mqhost2",
        "UC01QM07",
        "UC01QM08");
    String files = CONFIG.resolve("e1-uniform-cluster").toString();
    assertThat(calls())
        .containsExactly(created(files, 1414, "UC01QM07"), created(files, 1415, "UC01QM08"));
  }

  private static String created(String files, int port, String qm) {
    return "crtmqm -lc -p %1$d -ii %2$s/uniclus.ini -ic %2$s/uniclus.mqsc -iv CONNAME=mqhost2(%1$d) %3$s"
        .formatted(port, files, qm);
  }

  @ParameterizedTest
  @CsvSource({"UC01QM01,,400%", "UC01QM01,2,200%"})
  void aQueueManagerIsStartedInASliceOfItsOwn(String qm, String cores, String quota)
      throws Exception {
    installation("");
    standIn("systemctl", "");
    standIn("tee", "cat >slice");
    standIn("systemd-run", "shift 4; \"$@\"");
    run(
        0,
        ofMq(),
        Stream.of("e1-uniform-cluster/start-queue-manager.sh", qm, cores)
            .filter(Objects::nonNull)
            .toArray(String[]::new));
    String strmqm = folder.resolve("mq/bin/strmqm").toString();
    assertThat(Files.readAllLines(folder.resolve("slice")))
        .containsExactly("[Slice]", "CPUAccounting=yes", "CPUQuota=" + quota);
    assertThat(calls())
        .contains("sudo tee /run/systemd/system/mq-UC01QM01.slice", "systemctl daemon-reload")
        .contains(
            "systemd-run --quiet --scope --slice=mq-UC01QM01.slice --uid=mqm " + strmqm + " " + qm)
        .endsWith("strmqm " + qm);
  }

  @Test
  void aQueueManagerWithoutALimitHasNoSlice() throws Exception {
    installation("");
    run(0, ofMq(), "e1-uniform-cluster/start-queue-manager.sh", "UC01QM01", "0");
    assertThat(calls()).hasSize(2).endsWith("strmqm UC01QM01");
  }

  /** What systemd makes of the name of a slice is below that of its first part. */
  @ParameterizedTest
  @ValueSource(strings = {"", "cpuacct", "cpu,cpuacct"})
  void theTimeOfASliceIsReadOfBothVersionsOfControlGroups(String controller) throws Exception {
    Path slice =
        Files.createDirectories(
            folder.resolve("groups").resolve(controller).resolve("mq.slice/mq-UC01QM01.slice"));
    boolean first = !controller.isEmpty();
    Files.writeString(
        slice.resolve(first ? "cpuacct.usage" : "cpu.stat"),
        first ? "12345678000\n" : "usage_usec 12345678\nuser_usec 1\n");
    Map<String, String> groups = Map.of("CGROUPS", folder.resolve("groups").toString());
    assertThat(run(0, groups, "e1-uniform-cluster/slice-cpu.sh", "UC01QM01"))
        .isEqualTo("12.345678\n");
    run(2, groups, "e1-uniform-cluster/slice-cpu.sh", "UC01QM02");
  }

  @ParameterizedTest
  @CsvSource({
    "requester, QMA, QMB, REQUEST, REPLY",
    "server, QMB, QMA, REPLY, REQUEST",
  })
  void eachPairOfQueuesHasItsOwnChannelsAndRights(
      String side, String from, String to, String sent, String taken) throws Exception {
    String mqsc = run(0, Map.of(), "e3-queue-pairs/queue-pairs.sh", side, "3", "mqhost2");
    for (int i = 1; i <= 3; i++) {
      assertThat(mqsc)
          .contains(
              "DEFINE QREMOTE(%s%d) RNAME(%1$s%2$d) RQMNAME(%s) XMITQ(TO.%3$s.%2$d) REPLACE"
                  .formatted(sent, i, to),
              "DEFINE QLOCAL(TO.%s.%d) USAGE(XMITQ)".formatted(to, i),
              "DEFINE CHANNEL(%s.%s.%d) CHLTYPE(SDR) TRPTYPE(TCP) CONNAME('mqhost2(1414)')"
                  .formatted(from, to, i),
              "DEFINE CHANNEL(%s.%s.%d) CHLTYPE(RCVR)".formatted(to, from, i),
              "DEFINE QLOCAL(%s%d) MAXMSGL(104857600) REPLACE".formatted(taken, i),
              "SET AUTHREC PROFILE(%s%d) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(PUT)"
                  .formatted(sent, i),
              "SET AUTHREC PROFILE(%s%d) OBJTYPE(QUEUE) GROUP('perf') AUTHADD(GET,BROWSE,INQ)"
                  .formatted(taken, i));
    }
    assertThat(mqsc)
        .contains("ALTER QMGR MAXMSGL(104857600)", "DEFINE CHANNEL(PERF.APP.CHL)")
        .doesNotContain(sent + "4", taken + "4");
    assertThat(run(0, Map.of(), "e3-queue-pairs/queue-pairs.sh", "start-" + side, "2").lines())
        .filteredOn(line -> !line.startsWith("*") && !line.startsWith("ALTER"))
        .containsExactly(
            "START CHANNEL(%s.%s.1) IGNSTATE(YES)".formatted(from, to),
            "START CHANNEL(%s.%s.2) IGNSTATE(YES)".formatted(from, to));
  }

  @Test
  void otherTransportsNeedNoChannels() throws Exception {
    for (String transport : List.of("igq", "shared")) {
      Map<String, String> of = Map.of("TRANSPORT", transport);
      String mqsc = run(0, of, "e3-queue-pairs/queue-pairs.sh", "requester", "1");
      assertThat(mqsc).doesNotContain("CHLTYPE(SDR)", "XMITQ", "AUTHREC");
      assertThat(mqsc)
          .contains(transport.equals("igq") ? "ALTER QMGR IGQ(ENABLED)" : "QSGDISP(SHARED)");
      assertThat(run(0, of, "e3-queue-pairs/queue-pairs.sh", "start-server", "1"))
          .doesNotContain("START");
    }
    assertThat(run(2, Map.of(), "e3-queue-pairs/queue-pairs.sh", "both", "1"))
        .contains("requester, server, start-requester or start-server");
  }

  /** This process plays the channels of QMA, and process 1 the rest of it. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void timesOfChannelsAndOfTheRestAreTakenApart() throws Exception {
    ProcessHandle own = ProcessHandle.current();
    standIn(
        "ps",
        """
        cat <<'END'
          %1$d /opt/mqm/bin/amqrmppa -m QMA
          1 /opt/mqm/bin/amqzlaa0 -mQMA -fip0
          1 /opt/mqm/bin/amqzlaa0 -mQMAB -fip0
          1 vi amqrmppa QMA
        END
        """
            .formatted(own.pid()));
    double before = own.info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    double channels = seconds("channels", "QMA");
    double process = seconds("process", Long.toString(own.pid()));
    double after = own.info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    assertThat(channels).isBetween(before - 0.02, after);
    assertThat(process).isBetween(channels, after);
    assertThat(seconds("rest", "QMA")).isNotNegative();
    assertThat(run(1, Map.of(), "e3-queue-pairs/cpu-of.sh", "channels", "QMB"))
        .contains("QMB has no such process");
    run(1, Map.of(), "e3-queue-pairs/cpu-of.sh", "process", "999999999");
  }

  private double seconds(String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of("e3-queue-pairs/cpu-of.sh"));
    line.addAll(List.of(words));
    return Double.parseDouble(run(0, Map.of(), line.toArray(String[]::new)).strip());
  }
}
