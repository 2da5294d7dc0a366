package dev.sluice.it.bench;

import dev.sluice.it.run.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Holds {@code sluice send} at rate 0 against a plain JMS loop: messages per second, and processor
 * time per message. Programs take turns, in changing order, because the machine's speed drifts.
 */
final class SendCost {

  private static final int[] THREADS = {1, 4};
  private static final int SIZE_BYTES = 2_048;

  /** A short one, and one after which the JVM's compiler has nothing left to do. */
  private static final int[] WARM_UP_SECONDS = {3, 20};

  private final int seconds;
  private final String url;

  private SendCost(int seconds, String url) {
    this.seconds = seconds;
    this.url = url;
  }

  /**
   * What one run came to.
   *
   * @param compilerSeconds how long the JVM's compiler worked while it was measured
   */
  private record Cost(double perSecond, double processors, double compilerSeconds) {

    double cpuSecondsPerMillion() {
      return processors / perSecond * 1e6;
    }

    static Cost mean(List<Cost> all) {
      return new Cost(
          all.stream().mapToDouble(Cost::perSecond).average().orElseThrow(),
          all.stream().mapToDouble(Cost::processors).average().orElseThrow(),
          all.stream().mapToDouble(Cost::compilerSeconds).average().orElseThrow());
    }
  }

  /**
   * Measures and prints.
   *
   * @param args turns, seconds to measure for, the URL of an Artemis broker, the plain loop and
   *     programs as {@code NAME=COMMAND}
   */
  public static void main(String[] args) throws Exception {
    int turns = Integer.parseInt(args[0]);
    SendCost cost = new SendCost(Integer.parseInt(args[1]), args[2]);
    List<Program> programs = new ArrayList<>();
    for (int i = 3; i < args.length; i++) {
      programs.add(Program.parse(args[i]));
    }
    for (int threads : THREADS) {
      for (int warmUp : WARM_UP_SECONDS) {
        System.out.println(threads + " threads, measured after " + warmUp + " s");
        cost.print(cost.measure(turns, programs, threads, warmUp));
      }
    }
  }

  private Map<String, List<Cost>> measure(
      int turns, List<Program> programs, int threads, int warmUpSeconds) throws Exception {
    Map<String, List<Cost>> costs = new LinkedHashMap<>();
    programs.forEach(program -> costs.put(program.name(), new ArrayList<>()));
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < programs.size(); i++) {
        Program program = programs.get((turn + i) % programs.size());
        boolean plain = program.equals(programs.get(0));
        costs
            .get(program.name())
            .add(
                run(
                    program,
                    warmUpSeconds,
                    plain
                        ? plainArguments(threads, warmUpSeconds)
                        : arguments(threads, warmUpSeconds)));
      }
    }
    return costs;
  }

  private String[] plainArguments(int threads, int warmUpSeconds) {
    return new String[] {
      url, "" + threads, "" + SIZE_BYTES, "" + warmUpSeconds, "" + seconds,
    };
  }

  private String[] arguments(int threads, int warmUpSeconds) {
    String line =
        "send --provider artemis --url %s --threads %d --size %d --rate 0 --warmup %ds"
            + " --duration %ds --interval 1s";
    return line.formatted(url, threads, SIZE_BYTES, warmUpSeconds, warmUpSeconds + seconds)
        .split(" ");
  }

  private static Cost run(Program program, int warmUpSeconds, String... arguments)
      throws Exception {
    double[] compilerSeconds = new double[2];
    StringBuilder printed = new StringBuilder();
    program.until(
        (process, output) -> {
          Thread.sleep((warmUpSeconds + 1) * 1_000L); // it takes a second to connect
          compilerSeconds[0] = compilerSeconds(process.pid());
          Thread.sleep(1_000);
          compilerSeconds[1] = compilerSeconds(process.pid());
          printed.append(PrintedFigures.rest(output));
        },
        arguments);
    PrintedFigures figures = new PrintedFigures(printed.toString());
    return new Cost(
        figures.perSecond(), figures.processors(), compilerSeconds[1] - compilerSeconds[0]);
  }

  /** How long the compiler of another JVM has worked so far, by the JDK's own tool. */
  private static double compilerSeconds(long pid) throws IOException {
    Process jstat =
        ChildProcess.builder(
                Path.of(System.getProperty("java.home"), "bin", "jstat").toString(),
                "-compiler",
                "" + pid)
            .start();
    try (BufferedReader output = jstat.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = output.lines().toList();
      return Double.parseDouble(lines.get(1).trim().split("\\s+")[3]);
    }
  }

  private void print(Map<String, List<Cost>> costs) {
    System.out.printf(
        Locale.ROOT,
        "  %-10s %12s %20s %22s %8s %8s%n",
        "",
        "messages/s",
        "CPU s per million",
        "compiler s per second",
        "rate",
        "CPU");
    Cost plain = Cost.mean(costs.values().iterator().next());
    costs.forEach(
        (name, all) -> {
          Cost mean = Cost.mean(all);
          System.out.printf(
              Locale.ROOT,
              "  %-10s %12.0f %20.2f %22.3f %8.3f %8.3f%n",
              name,
              mean.perSecond(),
              mean.cpuSecondsPerMillion(),
              mean.compilerSeconds(),
              mean.perSecond() / plain.perSecond(),
              mean.cpuSecondsPerMillion() / plain.cpuSecondsPerMillion());
        });
  }
}
