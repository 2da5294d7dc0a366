package dev.sluice.control.cli.option.workload;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.core.text.Quantities;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.ListeningReceiver;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Work;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Whether messages are asked for or brought. */
@Command(optionListHeading = "%nReceiving:%n")
public final class ListenerOptions extends CommandPart {

  @Mixin ReceiveOptions receive;

  @Option(
      names = "--listener",
      description = "Receive through a message listener. Listeners have no rate.")
  public boolean listener;

  @Option(
      names = "--consumers-per-worker",
      paramLabel = "N",
      converter = Converters.AtLeastOne.class,
      description =
          "Consumers of each worker, each on the next destination; needs --listener (default"
              + " ${DEFAULT-VALUE}).")
  int consumers = 1;

  @Option(
      names = "--work-time",
      paramLabel = "TIME",
      converter = WorkTime.class,
      description =
          "Work on each message before it is settled: "
              + WorkTime.FORMS_IN_WORDS
              + ". The worker waits; no processor is used.")
  Work.Time workTime;

  @Option(
      names = "--work-seed",
      paramLabel = "N",
      description = "The same seed gives the same work times (default ${DEFAULT-VALUE}).")
  long workSeed = MessageSpec.USUAL_SEED;

  /** The workers that receive in that way. */
  public WorkerFactory workers(
      SessionSettings session,
      ConsumerPlan intake,
      WorkloadOptions workload,
      ArrivalChecking checking) {
    requires("--listener", listener, "--consumers-per-worker", consumers > 1);
    Work work = workTime == null ? Work.NONE : new Work(workTime, workSeed);
    if (!listener) {
      return Receiver.factory(
          new Receiver.Settings(session, intake, receive.timeout(), checking), work);
    }
    refuse(workload.rate != null, "--rate', '--total-rate' or '--profile");
    refuse(workload.disconnectEvery != 0, "--disconnect-every");
    excludes(
        "--consumers-per-worker", "--durable", consumers > 1 && intake.subscription().durable());
    excludes(
        "--consumers-per-worker",
        "--share-connection",
        consumers > 1 && session.sharedConnection());
    return ListeningReceiver.factory(
        new ListeningReceiver.Settings(session, intake, consumers, checking), work);
  }

  /** Words for a dry run. */
  public String describe() {
    return (listener ? ", by a listener" : "") + (workTime == null ? "" : ", with work");
  }

  private void refuse(boolean given, String other) {
    if (given) {
      throw refusal("'--listener' has no rate: it cannot be used together with '" + other + "'");
    }
  }

  /** A time of work, or how it is distributed. */
  static final class WorkTime implements ITypeConverter<Work.Time> {

    static final String FORMS_IN_WORDS =
        "2ms, uniform:1ms..5ms, exponential:2ms (the mean), lognormal:2ms,0.5 (the mean, and the"
            + " deviation of the logarithm) or ramp:2ms..20ms,5m";

    private static final Map<Pattern, Function<Matcher, Work.Time>> FORMS =
        Map.of(
            Pattern.compile("([^:]+)"),
            form -> new Work.Uniform(nanos(form, 1), nanos(form, 1)),
            Pattern.compile("uniform:(.+)\\.\\.(.+)"),
            form -> new Work.Uniform(nanos(form, 1), nanos(form, 2)),
            Pattern.compile("exponential:(.+)"),
            form -> new Work.Exponential(nanos(form, 1)),
            Pattern.compile("lognormal:(.+),(.+)"),
            form -> new Work.LogNormal(nanos(form, 1), Quantities.number(form.group(2))),
            Pattern.compile("ramp:(.+)\\.\\.(.+),(.+)"),
            form -> new Work.Ramp(nanos(form, 1), nanos(form, 2), nanos(form, 3)));

    private static long nanos(Matcher form, int group) {
      return Quantities.time(form.group(group)).toNanos();
    }

    @Override
    public Work.Time convert(String value) {
      try {
        for (Map.Entry<Pattern, Function<Matcher, Work.Time>> each : FORMS.entrySet()) {
          Matcher form = each.getKey().matcher(value);
          if (form.matches()) {
            return each.getValue().apply(form);
          }
        }
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + value + "': " + e.getMessage());
      }
      throw new TypeConversionException("'" + value + "': write " + FORMS_IN_WORDS);
    }
  }
}
