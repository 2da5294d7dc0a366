package dev.sluice.control.cli.option.message;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.core.text.Quantities;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.BodySpec;
import dev.sluice.jms.message.Content;
import dev.sluice.jms.message.FileBodies;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageProperty;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.message.RecordedMix;
import dev.sluice.jms.message.SizeDistribution;
import dev.sluice.jms.message.Template;
import dev.sluice.jms.message.Traceparents;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Contents of messages, and how they are sent. */
@Command(optionListHeading = "%nMessages:%n")
public final class MessageOptions extends CommandPart {

  private static final List<String> HOW_SENT =
      List.of("--persistent", "--priority", "--expiry", "--delivery-delay");

  private static final int TRACES_NAMED = 10;
  private static final double LEAST_SHARE = 1e-6;

  private static final int USUAL_PRIORITY = PutOptions.NON_PERSISTENT.priority();
  private static final SizeDistribution USUAL_SIZE = SizeDistribution.of(1000);

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          "Size of the body (default: --profile's sizes, or 1000): 2048, 2KiB, 4MB,"
              + " uniform:1KiB..64KiB, zipf:1KiB..1MiB[,EXPONENT] or weighted:1KiB=80,64KiB=20.")
  SizeDistribution size;

  @Option(
      names = "--message",
      paramLabel = "KIND",
      description = "bytes (the default), text, map, object, stream or empty.")
  BodyKind kind = BodyKind.BYTES;

  @Option(
      names = "--content",
      paramLabel = "KIND",
      description =
          "alphabet (the default) or letters (random ones), both always the same; random, or"
              + " compressible:RATIO (4 = to a quarter).")
  Content content;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed gives the same messages (default ${DEFAULT-VALUE}).")
  long seed = MessageSpec.USUAL_SEED;

  @Option(
      names = "--body",
      paramLabel = "PATH",
      description = "The body is this file, or the files of this folder in turn.")
  Path bodyPath;

  @Option(
      names = "--template",
      paramLabel = "FILE",
      description =
          "The body is the text of this file, with $${counter}, $${counter:FIRST}, "
              + "$${worker}, $${uuid}, $${random:1..100} and $${time} filled in.")
  Path template;

  @Option(
      names = "--message-property",
      paramLabel = "NAME[:TYPE]=VALUE",
      description = "Give every message this property, a string or of TYPE. Repeatable.")
  List<MessageProperty> properties = List.of();

  @Option(
      names = "--message-properties",
      paramLabel = "FILE",
      description = "File with properties of every message: lines NAME=VALUE, and NAME.type=TYPE.")
  Path propertiesFile;

  @Option(
      names = "--traceparent",
      paramLabel = "SHARE",
      description =
          "Give this share of the messages a trace context (W3C) in the property traceparent, as in"
              + " 1%%; --seed gives the ids, and the results name some.")
  String traceparent = "0";

  @Option(names = "--jms-type", paramLabel = "TEXT", description = "The JMSType header.")
  String jmsType;

  @Option(names = "--persistent", description = "Send persistent messages.")
  boolean persistent;

  @Option(
      names = "--priority",
      paramLabel = "N",
      converter = Converters.Priority.class,
      description = "Priority, from 0 to 9 (default: --profile's priorities, or 4).")
  Integer priority;

  @Option(
      names = "--expiry",
      paramLabel = "TIME",
      converter = Converters.WholeMillis.class,
      description = "Messages expire after this time; 0 (the default) = never.")
  Duration expiry = Duration.ZERO;

  @Option(
      names = "--delivery-delay",
      paramLabel = "TIME",
      converter = Converters.WholeMillis.class,
      description = "Deliver messages only after this time.")
  Duration deliveryDelay = Duration.ZERO;

  @Option(
      names = "--reply-queue-header",
      paramLabel = "NAME",
      description = "The queue of the JMSReplyTo header.")
  String replyQueue;

  @Option(
      names = "--correlation",
      paramLabel = "KIND",
      description =
          "Correlation id: none (the default), worker (one for each worker) or message "
              + "(one for each message). Ids are made from --id, or are random without it.")
  Correlation.Scope correlation = Correlation.Scope.NONE;

  @Mixin CorrelationOptions ids;

  /**
   * The messages that the options describe.
   *
   * @param processId names this process; may be empty
   * @param stamping what messages are stamped with
   * @param mix recorded sizes and priorities, for which options do not ask
   */
  public OutgoingMessage outgoing(
      String processId, WorkloadTracking stamping, Optional<RecordedMix> mix) {
    rejectContradictions();
    return new OutgoingMessage(
        messages(processId, mix),
        new PutOptions(
            persistent, priority == null ? USUAL_PRIORITY : priority, expiry, deliveryDelay),
        mix.filter(each -> priority == null && each.hasPriorities()),
        stamping,
        false);
  }

  /** Refuses whatever says what messages are like, where none are made. */
  public void rejectBodies(String why) {
    for (String option : given(optionNames())) {
      if (!HOW_SENT.contains(option)) {
        throw refusal("'" + option + "' cannot be used here: " + why);
      }
    }
  }

  /** Lines for a dry run. */
  public List<String> describe(String processId, Optional<RecordedMix> mix) {
    OutgoingMessage outgoing = outgoing(processId, WorkloadTracking.OFF, mix);
    MessageSpec message = outgoing.message();
    List<String> lines = new ArrayList<>();
    String body = kind == BodyKind.EMPTY ? "" : ": " + message.body().describe();
    lines.add("message      " + Converters.word(kind) + body + "; " + sending(outgoing));
    if (!message.properties().isEmpty()) {
      lines.add(
          message.properties().stream()
              .map(MessageProperty::toString)
              .collect(Collectors.joining(", ", "properties   ", "")));
    }
    traceparents().stream()
        .limit(1)
        .forEach(first -> lines.add("traceparent  on " + traceparent + " of them, from " + first));
    message.type().ifPresent(type -> lines.add("JMS type     " + type));
    message.replyQueue().ifPresent(queue -> lines.add("reply to     " + queue));
    if (correlation != Correlation.Scope.NONE) {
      String form = ids.nativeBytes ? ", native" : "";
      lines.add("correlation  an id for each " + Converters.word(correlation) + form);
    }
    return lines;
  }

  private String sending(OutgoingMessage outgoing) {
    int always = outgoing.options().priority();
    return (persistent ? "persistent" : "non-persistent")
        + (outgoing.priorities().isPresent()
            ? ", priorities as in the profile"
            : always == USUAL_PRIORITY ? "" : ", priority " + always)
        + (expiry.isZero() ? "" : ", expires after " + expiry.toMillis() + " ms")
        + (deliveryDelay.isZero() ? "" : ", delayed by " + deliveryDelay.toMillis() + " ms");
  }

  private MessageSpec messages(String processId, Optional<RecordedMix> mix) {
    BodySpec body = body(mix);
    List<MessageProperty> allProperties = allProperties();
    return valid(
        "--content",
        () ->
            new MessageSpec(
                kind,
                body,
                allProperties,
                Optional.ofNullable(jmsType),
                Optional.ofNullable(replyQueue),
                correlation(processId),
                traces(),
                seed));
  }

  private Traceparents traces() {
    double share = valid("--traceparent", () -> Quantities.share(traceparent));
    if (share != 0 && !(share >= LEAST_SHARE && share <= 1)) {
      throw invalid("--traceparent", "'" + traceparent + "' is not 0 or from 0.0001% to 100%");
    }
    return new Traceparents(share, seed);
  }

  /** The first trace contexts of the first worker, for a person to find. */
  public List<String> traceparents() {
    return traces().first(TRACES_NAMED, 0);
  }

  /** Refuses options that would be ignored. */
  private void rejectContradictions() {
    excludes("--template", template != null, "--body", "--size", "--content");
    excludes("--body", bodyPath != null, "--size", "--content");
    excludes(
        "--message empty", kind == BodyKind.EMPTY, "--template", "--body", "--size", "--content");
    ids.rejectUnless(correlation != Correlation.Scope.NONE);
  }

  /** The mean size of bodies; unknown for those of files, and where it differs in time. */
  public OptionalDouble meanBytes(Optional<RecordedMix> mix) {
    SizeDistribution sizes = sizes(mix);
    if (template != null || bodyPath != null || sizes instanceof RecordedMix) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(kind == BodyKind.EMPTY ? 0 : sizes.meanBytes());
  }

  private SizeDistribution sizes(Optional<RecordedMix> mix) {
    return size == null
        ? mix.filter(RecordedMix::hasSizes).<SizeDistribution>map(each -> each).orElse(USUAL_SIZE)
        : size;
  }

  private BodySpec body(Optional<RecordedMix> mix) {
    if (template != null) {
      return valid("--template", () -> Template.read(template, InstantSource.system()));
    }
    if (bodyPath != null) {
      return valid("--body", () -> FileBodies.read(bodyPath, kind));
    }
    return new GeneratedBodies(sizes(mix), content == null ? Content.Plain.ALPHABET : content);
  }

  /** Those of the file, and of the options, which win. */
  private List<MessageProperty> allProperties() {
    Map<String, MessageProperty> byName = new LinkedHashMap<>();
    if (propertiesFile != null) {
      valid("--message-properties", () -> MessageProperty.read(propertiesFile))
          .forEach(property -> byName.put(property.name(), property));
    }
    properties.forEach(property -> byName.put(property.name(), property));
    return List.copyOf(byName.values());
  }

  private Correlation correlation(String processId) {
    if (correlation == Correlation.Scope.NONE) {
      return Correlation.NONE;
    }
    return new Correlation(
        correlation, ids.form(processId.isEmpty() ? UUID.randomUUID().toString() : processId));
  }
}
