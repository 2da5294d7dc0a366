package dev.sluice.jms.message;

import dev.sluice.core.text.InputFile;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** Bodies of one shape, with counters and the like in them. */
public record TemplateBodies(Template template) implements BodySpec {

  /**
   * Reads a template from a file in UTF-8.
   *
   * @param clock what {@code ${time}} shows
   * @throws ConfigurationException if it cannot be read or understood
   */
  public static TemplateBodies read(Path file, InstantSource clock) {
    try {
      return new TemplateBodies(
          Template.parse(InputFile.text(file, InputFile.HAND_WRITTEN_BYTES), clock));
    } catch (CharacterCodingException e) {
      throw new ConfigurationException("'" + file + "' is not UTF-8 text", e);
    } catch (InputFile.TooLargeException e) {
      throw new ConfigurationException("'" + file + "' is not a template: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new ConfigurationException("cannot read '" + file + "': " + InputFile.reason(e), e);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException("'" + file + "', " + e.getMessage(), e);
    }
  }

  @Override
  public boolean varies() {
    return template.varies();
  }

  @Override
  public BodySource forWorker(BodyKind kind, int workerIndex, SplittableRandom random) {
    return new Filler(workerIndex + 1, random);
  }

  @Override
  public String describe() {
    return "from a template";
  }

  private final class Filler implements BodySource {

    private final int worker;
    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    private long number;

    Filler(int worker, SplittableRandom random) {
      this.worker = worker;
      this.random = random;
    }

    @Override
    public Body next() {
      number++;
      text.setLength(0);
      template.append(text, new Template.Row(number, worker, random));
      return new Body.Text(text.toString());
    }
  }
}
