package dev.sluice.control.scenario.reading;

import dev.sluice.control.command.Quantities;
import dev.sluice.control.scenario.model.GivenOption;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.OptionGroup;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.model.WorkloadPlan;
import dev.sluice.control.scenario.step.FillStep;
import dev.sluice.control.scenario.yaml.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads how a queue is filled: the options of a sender, but for those that say how often. */
final class FillReader {

  private static final String SENDER = "send";
  private static final String QUEUE = "queue";
  private static final String MESSAGES = "messages";
  private static final String PROVIDER = "provider";
  private static final String COUNT = "count";
  private static final int MOST = 1_000_000_000;

  /** One sender puts them all, as fast as it can, or the number would not be exact. */
  private static final Set<String> FIXED =
      Set.of(COUNT, "threads", "rate", "total-rate", "ramp", "queues", "verify");

  private final Vocabulary vocabulary;
  private final List<String> providers;

  /**
   * @param providers their names; the first is that of steps that name none
   */
  FillReader(Vocabulary vocabulary, List<String> providers) {
    this.vocabulary = vocabulary;
    this.providers = List.copyOf(providers);
  }

  FillStep read(Section fill) {
    String queue = fill.text(QUEUE);
    long messages =
        fill.parsed(MESSAGES, text -> Quantities.whole(text, 1, MOST))
            .orElseThrow(() -> fill.missing(MESSAGES));
    String provider = fill.word(PROVIDER, providers.get(0), providers);
    Map<String, OptionForm> forms = new HashMap<>(vocabulary.workloadOptions(SENDER));
    forms.keySet().removeAll(FIXED);
    WorkloadPlan plan =
        OptionGroup.parse(
            fill,
            forms,
            List.of(MESSAGES, PROVIDER),
            options -> {
              List<GivenOption> all = new ArrayList<>(options);
              all.add(new GivenOption(COUNT, List.of(Long.toString(messages))));
              return vocabulary.workload(SENDER, all);
            });
    return new FillStep(
        queue, messages, provider, jms -> OptionGroup.mapped(fill, () -> plan.alone("fill", jms)));
  }
}
