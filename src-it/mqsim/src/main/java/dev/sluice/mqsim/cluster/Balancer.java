package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.cluster.BalancingPlan.Move;
import dev.sluice.mqsim.conversation.ApplicationInstance;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Balancing rounds. An instance that is on its way counts where it is going, so that rounds in
 * quick succession do not move too many. Confined to one thread, which is no event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures of writes and closes reach exceptionCaught
final class Balancer {

  private static final Logger LOG = LoggerFactory.getLogger(Balancer.class);

  private final Map<String, Member> members;

  Balancer(Collection<Member> members) {
    this.members =
        members.stream()
            .collect(
                Collectors.toMap(
                    Member::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }

  /** One round; returns how many instances were asked to move. */
  int balance() {
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (Member member : members.values()) {
      if (OnLoop.call(member, Member::isActive)) {
        counts.put(member.name(), new LinkedHashMap<>());
      }
    }
    if (counts.size() < 2) {
      return 0;
    }
    for (String name : counts.keySet()) {
      Member member = members.get(name);
      OnLoop.call(member, Balancer::locations)
          .forEach(
              location ->
                  counts
                      .getOrDefault(location.member, counts.get(name))
                      .merge(location.application, 1, Integer::sum));
    }
    int moved = 0;
    for (Move move : BalancingPlan.of(counts)) {
      Member from = members.get(move.from());
      moved += OnLoop.call(from, member -> move(member, move));
    }
    LOG.info("balancing {} over {}: {} instances asked to move", counts, counts.size(), moved);
    return moved;
  }

  private record Location(String application, String member) {}

  private static List<Location> locations(Member member) {
    return member.instances().stream()
        .map(
            instance ->
                new Location(
                    instance.applicationName(),
                    instance.target() == null
                        ? member.name()
                        : instance.target().queueManagerName()))
        .toList();
  }

  private int move(Member from, Move move) {
    List<ApplicationInstance> chosen =
        from.instances().stream()
            .filter(instance -> instance.applicationName().equals(move.application()))
            .filter(ApplicationInstance::isMovable)
            .limit(move.count())
            .toList();
    chosen.forEach(instance -> instance.move(members.get(move.to()).asTarget()));
    return chosen.size();
  }
}
