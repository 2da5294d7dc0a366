package dev.sluice.jms.message;

import dev.sluice.core.pacing.IterationTimes;
import java.util.SplittableRandom;

/** Bodies that are made up. Those that do not vary are one body, which all workers send. */
public final class GeneratedBodies implements BodySpec {

  private static final byte[] NOTHING = {};

  private final SizeDistribution size;
  private final Content content;
  private Body same; // guarded by this; null until it is asked for

  /** Bodies of some sizes with some content. */
  public GeneratedBodies(SizeDistribution size, Content content) {
    this.size = size;
    this.content = content;
  }

  /** Always the same body: the alphabet up to a size. */
  public static GeneratedBodies fixed(int bytes) {
    return new GeneratedBodies(SizeDistribution.of(bytes), Content.Plain.ALPHABET);
  }

  Content content() {
    return content;
  }

  @Override
  public boolean varies() {
    return !size.fixed() || content.varies();
  }

  @Override
  public Source forWorker(BodyKind kind, int workerIndex, SplittableRandom random) {
    Generator generator = new Generator(kind == BodyKind.TEXT, random);
    return varies() ? generator : () -> same(generator);
  }

  @Override
  public String describe() {
    return size.describe() + ", " + content.describe();
  }

  /** Made when it is first sent, so that what only describes a run takes no memory for it. */
  private synchronized Body same(Generator generator) {
    if (same == null) {
      same = generator.next();
    }
    return same;
  }

  /** Keeps one buffer, as large as the largest body so far. */
  private final class Generator implements Source {

    private final boolean text;
    private final SplittableRandom random;
    private byte[] buffer = NOTHING;
    private IterationTimes times = IterationTimes.NONE;

    Generator(boolean text, SplittableRandom random) {
      this.text = text;
      this.random = random;
    }

    @Override
    public void attach(IterationTimes newTimes) {
      times = newTimes;
    }

    @Override
    public Body next() {
      int length = size.nextBytes(random, times);
      if (length > buffer.length) {
        buffer = new byte[length];
      }
      content.write(buffer, length, text, random);
      return new Body.Bytes(buffer, 0, length);
    }
  }
}
