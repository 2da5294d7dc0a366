package dev.sluice.jms.message;

import java.util.SplittableRandom;

/** Bodies that are made up. */
public record GeneratedBodies(SizeDistribution size, Content content) implements BodySpec {

  private static final byte[] NOTHING = {};

  /** Always the same body: the alphabet up to a size. */
  public static GeneratedBodies fixed(int bytes) {
    return new GeneratedBodies(new SizeDistribution.Fixed(bytes), new Content.Alphabet());
  }

  @Override
  public boolean varies() {
    return !size.fixed() || content.varies();
  }

  @Override
  public BodySource forWorker(BodyKind kind, int workerIndex, SplittableRandom random) {
    return new Generator(kind == BodyKind.TEXT, random);
  }

  @Override
  public String describe() {
    return size.describe() + ", " + content.describe();
  }

  /** Keeps one buffer, as large as the largest body so far. */
  private final class Generator implements BodySource {

    private final boolean text;
    private final SplittableRandom random;
    private byte[] buffer = NOTHING;

    Generator(boolean text, SplittableRandom random) {
      this.text = text;
      this.random = random;
    }

    @Override
    public Body next() {
      int length = size.nextBytes(random);
      if (length > buffer.length) {
        buffer = new byte[length];
      }
      content.write(buffer, length, text, random);
      return new Body.Bytes(buffer, 0, length);
    }
  }
}
