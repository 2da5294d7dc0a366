package dev.sluice.jms.message;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The form of messages. Immutable; the same settings and seed give the same worker the same
 * messages, always (but for the time of day in a template).
 *
 * @param kind the JMS type
 * @param body what stands in the body; an empty message has none whatever it is
 * @param properties every message has these
 * @param type the JMSType header, if any
 * @param replyQueue the queue of the JMSReplyTo header, if any
 * @param correlation the JMSCorrelationID header
 * @param traces the trace contexts of some messages
 * @param seed what all that is random starts from
 */
public record MessageSpec(
    BodyKind kind,
    BodySpec body,
    List<MessageProperty> properties,
    Optional<String> type,
    Optional<String> replyQueue,
    Correlation correlation,
    Traceparents traces,
    long seed) {

  /**
   * Whether messages carry a correlation id, and which.
   *
   * @param scope how many messages share one
   * @param form what they look like
   */
  public record Correlation(Scope scope, CorrelationForm form) {

    /** Messages have no correlation id. */
    public static final Correlation NONE =
        new Correlation(Scope.NONE, new CorrelationForm(false, ""));

    /** Those with ids of their own. */
    public enum Scope {
      NONE,
      WORKER,
      MESSAGE
    }
  }

  /** The seed that is taken unless told otherwise. */
  public static final long USUAL_SEED = 1;

  /**
   * @throws IllegalArgumentException if texts are to compress less than letters do
   */
  public MessageSpec {
    properties = List.copyOf(properties);
    if (kind == BodyKind.TEXT
        && body instanceof GeneratedBodies generated
        && generated.content() instanceof Content.Compressible compressible
        && compressible.ratio() < Content.Compressible.MIN_TEXT_RATIO) {
      throw new IllegalArgumentException(
          "texts compress "
              + Content.Compressible.MIN_TEXT_RATIO
              + " times at least, not "
              + compressible.ratio()
              + " times");
    }
  }

  /** Without trace contexts. */
  public MessageSpec(
      BodyKind kind,
      BodySpec body,
      List<MessageProperty> properties,
      Optional<String> type,
      Optional<String> replyQueue,
      Correlation correlation,
      long seed) {
    this(kind, body, properties, type, replyQueue, correlation, Traceparents.NONE, seed);
  }

  /** Always the same message: the alphabet up to a size. */
  public MessageSpec(BodyKind kind, int sizeBytes) {
    this(kind, GeneratedBodies.fixed(sizeBytes));
  }

  /** Messages of that type and body, without anything else. */
  public MessageSpec(BodyKind kind, BodySpec body) {
    this(kind, body, List.of(), Optional.empty(), Optional.empty(), Correlation.NONE, USUAL_SEED);
  }

  /** The same messages with these correlation ids. */
  public MessageSpec withCorrelation(Correlation ids) {
    return new MessageSpec(kind, body, properties, type, replyQueue, ids, traces, seed);
  }

  /**
   * The messages of one worker.
   *
   * @param workerIndex counts workers from 0
   */
  public MessageSource forWorker(int workerIndex) {
    // mixed, so that neighbours in seed or number have nothing in common
    SplittableRandom random =
        new SplittableRandom(new SplittableRandom(seed).nextLong() + workerIndex);
    return new MessageSource(
        this,
        body.forWorker(kind, workerIndex, random),
        correlation.form().forWorker(workerIndex),
        traces.forWorker(workerIndex));
  }
}
