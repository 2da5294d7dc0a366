package dev.sluice.mqsim.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A script sets up the same objects as {@code --mqsc} and by runmqsc.sh, however it is written. */
class RunmqscTest {

  private static final List<String> KINDS =
      List.of(
          "AUTHINFO",
          "CHANNEL",
          "COMMINFO",
          "LISTENER",
          "NAMELIST",
          "PROCESS",
          "QUEUE",
          "SERVICE",
          "SUB",
          "TOPIC");

  @TempDir private Path folder;

  private final SimulatedCluster cluster =
      SimulatedCluster.builder().group("UNI").queueManagers("QM1", "QM2", "QM3").build();
  private AdminServer server;

  /** What runmqsc.sh printed, and its exit code. */
  private record Outcome(List<String> lines, int code) {}

  @BeforeEach
  void listen() {
    server = new AdminServer(0, () -> new AdminShell(cluster, () -> {}));
  }

  @AfterEach
  void close() {
    server.close();
    cluster.close();
  }

  private Outcome runmqsc(String queueManager, String script)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("script.mqsc"), script);
    File base = new File(System.getProperty("basedir", "."));
    Process process =
        new ProcessBuilder("bash", "runmqsc.sh", String.valueOf(server.port()), queueManager)
            .directory(base)
            .redirectInput(file.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(output.lines().toList(), process.waitFor());
  }

  /** All that DISPLAY shows of what was defined; queues of the simulator's own are not. */
  private List<String> objects(String queueManager) {
    List<String> objects = new ArrayList<>();
    for (String kind : KINDS) {
      try {
        objects.addAll(cluster.mqsc(queueManager, "DISPLAY " + kind + "(*) ALL"));
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("AMQ8147E"); // there is none of this kind
      }
    }
    objects.removeIf(
        line -> line.matches("QUEUE\\(SYSTEM\\..*|CHANNEL.*CHLTYPE\\(SVRCONN\\) MCAUSER\\(\\)"));
    return objects;
  }

  static Stream<Arguments> scripts() {
    String image =
        """
        DEFINE QLOCAL('SHOP.ORDERS') REPLACE
        DEFINE QMODEL('SHOP.REPLY.MODEL') REPLACE
        ALTER QMGR DEADQ('SHOP.DEAD')
        DEFINE TOPIC('SHOP.EVENTS') TOPICSTR('shop/') REPLACE
        DEFINE CHANNEL('SHOP.SVRCONN') CHLTYPE(SVRCONN) MCAUSER('app') REPLACE
        SET AUTHREC PROFILE('SHOP.**') PRINCIPAL('app') OBJTYPE(TOPIC) AUTHADD(PUB,SUB)
        """;
    String listenersAndAuthentication =
        """
        * what a container runs at its start
        STOP LISTENER('SYSTEM.DEFAULT.LISTENER.TCP') IGNSTATE(YES)
        ALTER QMGR DEADQ('BANK.DEAD') CHLAUTH(ENABLED)
        DEFINE QLOCAL('BANK.IN.1') REPLACE
        DEFINE QLOCAL('BANK.DEAD') REPLACE
        DEFINE AUTHINFO('BANK.AUTHINFO') AUTHTYPE(IDPWOS) CHCKCLNT(REQDADM) CHCKLOCL(OPTIONAL) ADOPTCTX(YES) REPLACE
        ALTER QMGR CONNAUTH('BANK.AUTHINFO')
        REFRESH SECURITY(*) TYPE(CONNAUTH)
        DEFINE CHANNEL('BANK.APP') CHLTYPE(SVRCONN) REPLACE
        ALTER CHANNEL('BANK.APP') CHLTYPE(SVRCONN) MCAUSER('app')
        SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) DESCR('Back-stop rule') ACTION(REPLACE)
        SET CHLAUTH('BANK.APP') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT(REQUIRED) ACTION(REPLACE)
        SET AUTHREC PRINCIPAL('app') OBJTYPE(QMGR) AUTHADD(CONNECT,INQ)
        SET AUTHREC PROFILE('BANK.**') PRINCIPAL('app') OBJTYPE(QUEUE) AUTHADD(BROWSE,GET,INQ,PUT)
        DEFINE LISTENER('BANK.LISTENER.TCP') TRPTYPE(TCP) PORT(1414) CONTROL(QMGR) REPLACE
        START LISTENER('BANK.LISTENER.TCP') IGNSTATE(YES)
        """;
    String objectsOfAllKinds =
        """
        DEFINE QALIAS(ORDERS) TARGET(ORDERS.1)
        DEFINE QLOCAL(ORDERS.1) DESCR('it''s the first, of (two)') MAXDEPTH(3)
        DEFINE QLOCAL(ORDERS.2) LIKE(ORDERS.1) MAXDEPTH(4)
        DEFINE PROCESS(P1) APPLICID('/bin/true') USERDATA('a b')
        DEFINE NAMELIST(N1) NAMES(ORDERS.1,'Orders.2')
        DEFINE SERVICE(S1) CONTROL(QMGR) STARTCMD('+MQ_INSTALL_PATH+bin/amqsmon')
        DEFINE SUB(EVERYTHING) TOPICSTR('#') DEST(ORDERS.1)
        REFRESH CLUSTER(*) REPOS(NO)
        PING QMGR
        """;
    String tutorial =
        """
        DEFINE QLOCAL(SHOP.A) MAXDEPTH(3)

        DEFINE QLOCAL(SHOP.B) +
          MAXDEPTH(3)
        """;
    String blanks =
        "DEFINE QLOCAL(A) + \t\r\n\t \r\n * no comment, but blanks before + \r\n MAXDEPTH(5) -\t\r\n"
            + "REPLACE\r\n\t\r\nDEFINE QLOCAL(B) DESCR('two +   \r\n     words-\r\n , really')";
    String shortForms = "DEF QL('SHOP.A') MAXDEPTH(3) REPLACE\nDIS QL('SHOP.*') CURDEPTH\nEND\n";
    return Stream.of(
        Arguments.of(image, "QUEUE(SHOP.REPLY.MODEL) TYPE(QMODEL)"),
        Arguments.of(
            listenersAndAuthentication,
            "LISTENER(BANK.LISTENER.TCP) TRPTYPE(TCP) PORT(1414) CONTROL(QMGR)"),
        Arguments.of(objectsOfAllKinds, "NAMELIST(N1) NAMES(ORDERS.1,Orders.2)"),
        Arguments.of(tutorial.replace("\n", "\r\n"), "QUEUE(SHOP.B) TYPE(QLOCAL) MAXDEPTH(3)"),
        Arguments.of(
            tutorial.replace("\n", "\r").strip(), "QUEUE(SHOP.B) TYPE(QLOCAL) MAXDEPTH(3)"),
        Arguments.of(
            "DEF QL(LONG) DESCR('%s') MAXDEPTH(7)".formatted("x".repeat(5_000)), "MAXDEPTH(7)"),
        Arguments.of(
            blanks.replace(" * no comment, but blanks before + \r\n", ""),
            "DESCR(two words , really)"),
        Arguments.of(
            "define qlocal(x) maxdepth(7);\ndef qa(y) +\n;\nalt qa(y) targq('z')",
            "QUEUE(Y) TYPE(QALIAS) TARGET(z)"),
        Arguments.of(shortForms, "QUEUE(SHOP.A) TYPE(QLOCAL) MAXDEPTH(3)"),
        Arguments.of(
            "Def Chl(to.b) ChlType(SDR) ConName('127.0.0.1(1)') XmitQ(B)\nsto chl(TO.B)\nend",
            "CHANNEL(TO.B) CHLTYPE(SDR) CONNAME(127.0.0.1(1)) XMITQ(B)"),
        Arguments.of(
            "def pro(p)\nalt pro(p) appltype(unix)\nquit\ndef pro(q)",
            "PROCESS(P) APPLTYPE(UNIX)"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void bothWaysSetUpTheSame(String script, String object) throws Exception {
    cluster.configure("QM1", script);
    assertThat(runmqsc("QM2", script).code()).isZero();
    assertThat(objects("QM1")).isEqualTo(objects("QM2")).anyMatch(line -> line.contains(object));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DEFINE QLOCAL('Q.+QMNAME+') CLUSTER(+AUTOCL+) REPLACE",
        "DEFINE CHANNEL(+AUTOCL+.+QMNAME+) CHLTYPE(CLUSRCVR) CLUSTER(+AUTOCL+) +\n"
            + " CONNAME(+CONNAME+) SHORTTMR(5)",
        "DEFINE CHANNEL(TO.HERE) CHLTYPE(CLUSRCVR) CLUSTER(UNI) CONNAME('+CONNAME+')",
        "DEF QR(R) RNAME(R) RQMNAME('+QMNAME+')"
      })
  void insertsAreThoseOfAutomaticConfiguration(String script) throws Exception {
    cluster.configure("QM1", script);
    assertThat(objects("QM1")).noneMatch(line -> line.contains("+")).isNotEmpty();
    Outcome refused = runmqsc("QM2", script);
    assertThat(refused.code()).isEqualTo(10);
    assertThat(refused.lines()).hasSize(1).first().asString().startsWith("line 1: AMQ8405E");
    assertThat(objects("QM2")).isEmpty();
  }

  @Test
  void aLineThatNoCommandCanHaveIsRefused() throws Exception {
    assertThat(runmqsc("QM2", "DEF QL(A) DESCR('%s')\n".formatted("x".repeat(40_000))))
        .isEqualTo(new Outcome(List.of("a line is longer than 32768 bytes"), 10));
  }

  @Test
  void oneCommandThatFailsIsNotTheLast() throws Exception {
    Outcome outcome =
        runmqsc(
            "QM2", "DEFINE FOO(X)\nDEF QL(A) MAXDEPTH(1)\nDIS QL(A) MAXDEPTH\nEND\nDEF QL(B)\n");
    assertThat(outcome.code()).isEqualTo(10);
    assertThat(outcome.lines()).hasSize(2).last().isEqualTo("QUEUE(A) TYPE(QLOCAL) MAXDEPTH(1)");
    assertThat(runmqsc("QM2", "DIS QL(B)\n").code()).isEqualTo(10);
    assertThat(runmqsc("QM9", "DIS QL(B)\n"))
        .isEqualTo(new Outcome(List.of("AMQ8118E: IBM MQ queue manager does not exist: QM9"), 20));
  }

  /** A script of random objects, written in two ways, and one of them by runmqsc.sh. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theWayItIsWrittenDoesNotCount(long seed) throws Exception {
    Random random = new Random(seed);
    List<List<String>> commands = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      commands.add(randomCommand(random, i));
    }
    StringBuilder plain = new StringBuilder();
    commands.forEach(words -> plain.append(String.join(" ", words)).append('\n'));
    cluster.configure("QM1", plain.toString());
    cluster.configure("QM2", written(commands, random));
    Outcome outcome = runmqsc("QM3", written(commands, random));
    assertThat(outcome.code()).as("%s", outcome.lines()).isZero();
    assertThat(objects("QM1")).hasSize(12).isEqualTo(objects("QM2")).isEqualTo(objects("QM3"));
  }

  /** Each command that fails, and no other, is told once, with its line; the rest is done. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void allThatFailIsTold(long seed) throws Exception {
    Random random = new Random(seed);
    StringBuilder script = new StringBuilder();
    List<String> places = new ArrayList<>();
    int commands = 40;
    for (int i = 0; i < commands; i++) {
      boolean fails = random.nextInt(4) == 0;
      String text =
          written(List.of(fails ? wrongCommand(random) : randomCommand(random, i)), random);
      long before = text.lines().takeWhile(line -> line.matches("\\s*|[*].*")).count();
      if (fails) {
        places.add("line %d: AMQ".formatted(script.toString().lines().count() + before + 1));
      }
      script.append(text);
    }
    List<String> told = new ArrayList<>();
    try {
      cluster.configure("QM1", script.toString());
    } catch (IllegalArgumentException e) {
      told.addAll(e.getMessage().lines().toList());
    }
    assertThat(told).hasSizeBetween(1, commands - 1).map(RunmqscTest::place).isEqualTo(places);
    Outcome outcome = runmqsc("QM2", script.toString());
    assertThat(outcome.code()).isEqualTo(10);
    assertThat(outcome.lines()).filteredOn(line -> !line.startsWith("mqsim:")).isEqualTo(told);
    assertThat(objects("QM1")).hasSize(commands - told.size()).isEqualTo(objects("QM2"));
  }

  private static String place(String failure) {
    return failure.substring(0, failure.indexOf("AMQ") + "AMQ".length());
  }

  private static List<String> wrongCommand(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> List.of("DEFINE", "FOO(X)", "REPLACE");
      case 1 -> List.of("DEFINE", "QLOCAL('a b')", "MAXDEPTH(3)");
      case 2 -> List.of("ALTER", "QALIAS('None')", "TARGET('x')");
      case 3 -> List.of("DELETE", "TOPIC('None')");
      default -> List.of("DEFINE", "CHANNEL('C')", "CHLTYPE((");
    };
  }

  private static List<String> randomCommand(Random random, int number) {
    String name = "('Obj." + number + "')";
    List<String> attributes =
        new ArrayList<>(List.of("DESCR('a + b - c; d''s  (e, f) x " + number + "')"));
    switch (random.nextInt(5)) {
      case 0 -> {
        attributes.add(0, "QLOCAL" + name);
        attributes.addAll(List.of("MAXDEPTH(" + (1 + random.nextInt(9)) + ")", "PUT(ENABLED)"));
      }
      case 1 -> attributes.addAll(0, List.of("QALIAS" + name, "TARGET('x')"));
      case 2 -> attributes.addAll(0, List.of("CHANNEL" + name, "CHLTYPE(RCVR)"));
      case 3 -> attributes.addAll(0, List.of("NAMELIST" + name, "NAMES('a','b')"));
      default -> attributes.addAll(0, List.of("LISTENER" + name, "TRPTYPE(TCP)"));
    }
    attributes.add("REPLACE");
    attributes.add(0, "DEFINE");
    return attributes;
  }

  private static final Map<String, String> SHORT =
      Map.of(
          "DEFINE",
          "DEF",
          "QLOCAL",
          "QL",
          "QALIAS",
          "QA",
          "CHANNEL",
          "CHL",
          "NAMELIST",
          "NL",
          "LISTENER",
          "LSTR",
          "REPLACE",
          "REP",
          "TARGET",
          "TARGQ");

  private static String written(List<List<String>> commands, Random random) {
    StringBuilder text = new StringBuilder();
    for (List<String> words : commands) {
      String lineEnd = blanks(random) + (random.nextBoolean() ? "\r\n" : "\n");
      List<String> order = new ArrayList<>(words.subList(2, words.size()));
      text.append(noise(random, lineEnd));
      text.append(blanks(random)).append(word(words.get(0), random)).append(' ');
      text.append(word(words.get(1), random));
      for (String each : order) {
        String word = word(each, random);
        int cut = random.nextInt(word.length());
        String separator = random.nextBoolean() ? " " : " ," + blanks(random) + " ";
        switch (random.nextInt(4)) {
          case 0 -> text.append(separator).append(word);
          case 1 ->
              text.append(separator)
                  .append('+')
                  .append(lineEnd)
                  .append(noise(random, lineEnd))
                  .append(blanks(random))
                  .append(word);
          case 2 ->
              text.append(separator)
                  .append(word, 0, cut)
                  .append('-')
                  .append(lineEnd)
                  .append(noise(random, lineEnd))
                  .append(word.substring(cut));
          default -> text.append(" -").append(lineEnd).append("   ").append(word);
        }
      }
      text.append(random.nextBoolean() ? ";" : "").append(lineEnd);
    }
    return text.toString();
  }

  private static String word(String word, Random random) {
    int end = word.indexOf('(');
    String keyword = end < 0 ? word : word.substring(0, end);
    String written = random.nextBoolean() ? SHORT.getOrDefault(keyword, keyword) : keyword;
    String cased = random.nextBoolean() ? written.toLowerCase(Locale.ROOT) : written;
    return cased + (end < 0 ? "" : (random.nextBoolean() ? " " : "") + word.substring(end));
  }

  private static String blanks(Random random) {
    return String.join(
        "", Collections.nCopies(random.nextInt(3), random.nextBoolean() ? " " : "\t"));
  }

  private static String noise(Random random, String lineEnd) {
    return switch (random.nextInt(4)) {
      case 0 -> "* a comment, which ends with +" + lineEnd;
      case 1 -> lineEnd;
      default -> "";
    };
  }
}
