package dev.sluice.control.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.check.Story.Trouble;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of histories finds what the account found, and a history that was touched. */
class DeliveryAuditTest {

  private static final int STORIES = 1000;

  @TempDir Path folder;

  @Test
  void findsWhatTheAccountFound() throws IOException {
    Map<DeliveryFigure, Integer> seen = new EnumMap<>(DeliveryFigure.class);
    for (long seed = 0; seed < STORIES; seed++) {
      Story story = new Story(seed, Trouble.MUCH, -1);
      try (Histories histories = Histories.of(story.play(folder))) {
        DeliveryAudit audit = new DeliveryAudit(histories.files());
        assertThat(audit.byWorkload()).as("seed %d", seed).isEqualTo(story.account());
        assertThat(audit.problems()).as("seed %d", seed).isEmpty();
        if (story.missesAll()) {
          long missing = story.missing();
          assertThat(onQueues(audit, DeliveryCounts::missing))
              .as("seed %d", seed)
              .isEqualTo(missing);
          assertThat(onQueues(audit, DeliveryCounts::lost))
              .as("seed %d", seed)
              .isLessThanOrEqualTo(missing - story.kept());
        }
        story
            .account()
            .values()
            .forEach(
                each -> each.counts().keySet().forEach(one -> seen.merge(one, 1, Integer::sum)));
      }
    }
    assertThat(seen.keySet())
        .contains(
            DeliveryFigure.LOST,
            DeliveryFigure.NOT_ARRIVED,
            DeliveryFigure.OF_OTHER_RUNS,
            DeliveryFigure.DUPLICATES,
            DeliveryFigure.CORRUPT,
            DeliveryFigure.OUT_OF_ORDER,
            DeliveryFigure.REDELIVERED,
            DeliveryFigure.POSSIBLY_LOST);
  }

  /** Every sender of the run is in the account, whether anything of it came or not. */
  private static long onQueues(DeliveryAudit audit, ToLongFunction<DeliveryCounts> figure) {
    return Stream.of("receivers", "others")
        .mapToLong(each -> figure.applyAsLong(audit.byWorkload().get(each)))
        .sum();
  }

  @Test
  void oneAlteredMessageIsCaught() throws IOException {
    for (long seed = 0; seed < STORIES / 4; seed++) {
      Story clean = new Story(seed, Trouble.NONE, -1);
      try (Histories histories = Histories.of(clean.play(folder))) {
        DeliveryAudit audit = new DeliveryAudit(histories.files());
        assertThat(audit.problems()).as("seed %d", seed).isEmpty();
        assertThat(audit.faulty()).as("seed %d: %s", seed, audit.lines()).isFalse();
      }
      long altered = new SplittableRandom(~seed).nextLong(clean.recorded());
      Story story = new Story(seed, Trouble.NONE, altered);
      try (Histories histories = Histories.of(story.play(folder))) {
        DeliveryAudit audit = new DeliveryAudit(histories.files());
        assertThat(audit.faulty() || !audit.problems().isEmpty())
            .as("seed %d, message %d: %s", seed, altered, audit.lines())
            .isTrue();
      }
    }
  }

  @Test
  void everyAlteredByteIsNoticed() throws IOException {
    Path file = new Story(7, Trouble.MUCH, -1).play(folder).get(0);
    byte[] whole = Files.readAllBytes(file);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < whole.length; i++) {
      byte[] altered = whole.clone();
      altered[i] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      Files.write(file, altered);
      assertThat(flaw(file)).as("byte %d", i).isNotEmpty();
    }
  }

  @Test
  void aHistoryCutOffAnywhereIsReadUpToThereAndSaysSo() throws IOException {
    Path file = new Story(8, Trouble.MUCH, -1).play(folder).get(0);
    byte[] whole = Files.readAllBytes(file);
    Map<String, List<String>> all = bySource(file);
    int read = 0;
    for (int length = whole.length - 1; length >= 0; length--) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(flaw(file)).as("%d of %d bytes", length, whole.length).isNotEmpty();
      if (length >= 8) {
        for (Map.Entry<String, List<String>> part : bySource(file).entrySet()) {
          assertThat(all.get(part.getKey()).subList(0, part.getValue().size()))
              .isEqualTo(part.getValue());
          read += part.getValue().size();
        }
      }
    }
    assertThat(read).isPositive();
  }

  private static String flaw(Path path) throws IOException {
    try (HistoryFile file = new HistoryFile(path)) {
      return file.flaw();
    } catch (RunFolderException e) {
      return e.getMessage();
    }
  }

  /** Messages whose fate is known. */
  private static Map<String, List<String>> bySource(Path path) throws IOException {
    StringWriter text = new StringWriter();
    try (HistoryFile file = new HistoryFile(path)) {
      file.print(new PrintWriter(text));
    }
    Map<String, List<String>> lines = new HashMap<>();
    text.toString()
        .lines()
        .filter(line -> !line.contains(",open,"))
        .forEach(
            line ->
                lines
                    .computeIfAbsent(line.substring(0, line.indexOf(',')), n -> new ArrayList<>())
                    .add(line));
    return lines;
  }

  private record Histories(List<HistoryFile> files) implements AutoCloseable {

    static Histories of(List<Path> paths) throws IOException {
      List<HistoryFile> files = new ArrayList<>();
      for (Path each : paths) {
        files.add(new HistoryFile(each));
      }
      return new Histories(files);
    }

    @Override
    public void close() throws IOException {
      for (HistoryFile each : files) {
        each.close();
      }
    }
  }
}
