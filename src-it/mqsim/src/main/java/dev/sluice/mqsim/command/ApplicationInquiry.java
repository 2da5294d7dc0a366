package dev.sluice.mqsim.command;

import dev.sluice.mqsim.codec.pcf.Parameter;
import dev.sluice.mqsim.codec.pcf.Parameter.Bytes;
import dev.sluice.mqsim.codec.pcf.Parameter.Int;
import dev.sluice.mqsim.codec.pcf.Parameter.Text;
import dev.sluice.mqsim.codec.pcf.PcfException;
import dev.sluice.mqsim.command.ClusterView.Count;
import dev.sluice.mqsim.command.ClusterView.MemberView;
import dev.sluice.mqsim.conversation.ApplicationInstance;
import dev.sluice.mqsim.conversation.Immovability;
import dev.sluice.mqsim.conversation.Instances;
import dev.sluice.mqsim.queue.GenericName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Answers about applications: each in the whole cluster (APPL), each at every member (QMGR), and
 * each instance that is connected here (LOCAL).
 */
public final class ApplicationInquiry {

  private static final int NAME = 3024;
  private static final int ATTRIBUTES = 1425;
  private static final int TYPE = 1428;
  private static final int OF_CLUSTER = 1429;
  private static final int OF_MEMBERS = 1430;
  private static final int LOCAL = 1431;
  private static final int CLUSTER_NAME = 2029;
  private static final int INSTANCES = 1089;
  private static final int MOVABLE_INSTANCES = 1424;
  private static final int BALANCED = 1433;
  private static final int MEMBER_NAME = 2015;
  private static final int MEMBER_ID = 2032;
  private static final int MEMBER_ACTIVE = 1427;
  private static final int BALANCE_STATE = 1434;
  private static final int LAST_MESSAGE_TIME = 3167;
  private static final int LAST_MESSAGE_DATE = 3168;
  private static final int CONNECTION_TAG = 7038;
  private static final int CONNECTIONS = 1230;
  private static final int MOVABLE = 1426;
  private static final int IMMOVABLE_COUNT = 1432;
  private static final int IMMOVABLE_REASON = 1435;
  private static final int IMMOVABLE_DATE = 3209;
  private static final int IMMOVABLE_TIME = 3210;
  private static final int BALANCING_TYPE = 1439;
  private static final int BALANCING_OPTIONS = 1440;
  private static final int BALANCING_TIMEOUT = 1441;

  private static final int TAG_BYTES = 128;

  /** Values of {@link #BALANCED}. */
  private static final int NOT_BALANCED = 0;

  private static final int IS_BALANCED = 1;
  private static final int CANNOT_BE_BALANCED = 2;

  /** Values of {@link #BALANCE_STATE}. */
  private static final int ALONE = 0;

  private static final int LOW = 1;
  private static final int OK = 2;
  private static final int HIGH = 3;
  private static final int UNKNOWN = 4;

  private final Instances instances;
  private final ClusterView cluster;

  public ApplicationInquiry(Instances instances, ClusterView cluster) {
    this.instances = instances;
    this.cluster = cluster;
  }

  /** INQUIRE_APPL_STATUS. */
  void status(Request request) {
    request.requireOnly(NAME, ATTRIBUTES, TYPE);
    switch (request.number(TYPE, OF_CLUSTER)) {
      case OF_CLUSTER -> ask(request, this::ofCluster);
      case OF_MEMBERS -> ask(request, ApplicationInquiry::ofMembers);
      case LOCAL -> request.answer(local(request), PcfException.NO_APPLICATION_STATUS);
      default -> throw new PcfException(PcfException.PARAMETER_VALUE, TYPE);
    }
  }

  private interface View {
    Stream<List<Parameter>> of(Request request, String application, List<MemberView> members);
  }

  private void ask(Request request, View view) {
    String name = request.text(NAME);
    cluster.ask(
        members ->
            request.answer(
                members.stream()
                    .flatMap(member -> member.applications().keySet().stream())
                    .filter(application -> GenericName.fits(name, application))
                    .distinct()
                    .sorted()
                    .flatMap(application -> view.of(request, application, members))
                    .toList(),
                PcfException.NO_APPLICATION_STATUS));
  }

  private Stream<List<Parameter>> ofCluster(
      Request request, String application, List<MemberView> members) {
    Count all =
        members.stream().map(member -> count(member, application)).reduce(Count.NONE, Count::plus);
    return Stream.of(
        request.selected(
            ATTRIBUTES,
            List.of(new Text(NAME, application), new Int(TYPE, OF_CLUSTER)),
            List.of(
                new Text(CLUSTER_NAME, cluster.cluster()),
                new Int(INSTANCES, all.instances()),
                new Int(MOVABLE_INSTANCES, all.movable()),
                new Int(BALANCED, balanced(application, all, members)))));
  }

  private static int balanced(String application, Count all, List<MemberView> members) {
    if (all.movable() == 0 || members.size() == 1) {
      return CANNOT_BE_BALANCED;
    }
    boolean even =
        members.stream()
            .filter(MemberView::active)
            .mapToInt(member -> state(count(member, application), application, members))
            .allMatch(state -> state == OK);
    return even ? IS_BALANCED : NOT_BALANCED;
  }

  private static Stream<List<Parameter>> ofMembers(
      Request request, String application, List<MemberView> members) {
    return members.stream()
        .map(
            member -> {
              Count count = count(member, application);
              List<Parameter> wanted = new ArrayList<>();
              wanted.add(new Text(MEMBER_NAME, member.name()));
              wanted.add(new Text(MEMBER_ID, member.id()));
              wanted.add(new Int(MEMBER_ACTIVE, member.active() ? 1 : 0));
              wanted.add(new Int(INSTANCES, count.instances()));
              wanted.add(new Int(MOVABLE_INSTANCES, count.movable()));
              int state = member.active() ? state(count, application, members) : UNKNOWN;
              wanted.add(new Int(BALANCE_STATE, state));
              wanted.addAll(Moment.of(LAST_MESSAGE_DATE, LAST_MESSAGE_TIME, member.atMillis()));
              return request.selected(
                  ATTRIBUTES,
                  List.of(new Text(NAME, application), new Int(TYPE, OF_MEMBERS)),
                  wanted);
            });
  }

  /** A member has its share if it has the mean over the active ones, rounded down or up. */
  private static int state(Count count, String application, List<MemberView> members) {
    long active = members.stream().filter(MemberView::active).count();
    int all = members.stream().mapToInt(member -> count(member, application).instances()).sum();
    if (active < 2) {
      return ALONE;
    } else if (count.instances() < all / active) {
      return LOW;
    }
    return count.instances() > (all + active - 1) / active ? HIGH : OK;
  }

  private static Count count(MemberView member, String application) {
    return member.applications().getOrDefault(application, Count.NONE);
  }

  private List<List<Parameter>> local(Request request) {
    String name = request.text(NAME);
    return instances.all().stream()
        .filter(instance -> GenericName.fits(name, instance.applicationName()))
        .map(
            instance ->
                request.selected(
                    ATTRIBUTES,
                    List.of(new Text(NAME, instance.applicationName()), new Int(TYPE, LOCAL)),
                    local(instance)))
        .toList();
  }

  private static List<Parameter> local(ApplicationInstance instance) {
    Immovability why = instance.immovability();
    List<Parameter> status =
        new ArrayList<>(
            List.of(
                new Bytes(CONNECTION_TAG, Arrays.copyOf(instance.tag(), TAG_BYTES)),
                new Int(CONNECTIONS, instance.conversationCount()),
                new Int(MOVABLE, why == Immovability.NONE ? 1 : 0),
                new Int(IMMOVABLE_REASON, why.code()),
                new Int(IMMOVABLE_COUNT, instance.timesImmovable()),
                new Int(BALANCING_TYPE, instance.balancing().type()),
                new Int(BALANCING_OPTIONS, instance.balancing().options()),
                new Int(BALANCING_TIMEOUT, instance.balancing().timeoutSeconds())));
    status.addAll(Moment.of(IMMOVABLE_DATE, IMMOVABLE_TIME, instance.immovableMillis()));
    return status;
  }
}
