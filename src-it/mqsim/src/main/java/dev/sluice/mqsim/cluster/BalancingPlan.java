package dev.sluice.mqsim.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Decides how many instances of each application have to move where, so that every member has as
 * many as every other, or one more or less. Pure arithmetic.
 *
 * <p>Where an application cannot be spread evenly, those members get one more that have fewest of
 * all applications so far; between equals, those that have more already, to spare a move.
 */
final class BalancingPlan {

  /**
   * Instances to move.
   *
   * @param count at least 1
   */
  record Move(String application, String from, String to, int count) {}

  private BalancingPlan() {}

  /**
   * @param counts instances by member, then by application; every active member has to be there
   */
  static List<Move> of(Map<String, Map<String, Integer>> counts) {
    TreeSet<String> applications = new TreeSet<>();
    counts.values().forEach(byApplication -> applications.addAll(byApplication.keySet()));
    Map<String, Integer> planned = new LinkedHashMap<>();
    counts.keySet().forEach(member -> planned.put(member, 0));
    List<Move> moves = new ArrayList<>();
    for (String application : applications) {
      Map<String, Integer> current = new LinkedHashMap<>();
      counts.forEach(
          (member, byApplication) ->
              current.put(member, byApplication.getOrDefault(application, 0)));
      Map<String, Integer> quotas = quotas(current, planned);
      quotas.forEach((member, quota) -> planned.merge(member, quota, Integer::sum));
      moves.addAll(moves(application, current, quotas));
    }
    return moves;
  }

  private static Map<String, Integer> quotas(
      Map<String, Integer> current, Map<String, Integer> planned) {
    int total = current.values().stream().mapToInt(Integer::intValue).sum();
    int each = total / current.size();
    int leftOver = total % current.size();
    List<String> order = new ArrayList<>(current.keySet());
    order.sort(
        Comparator.<String>comparingInt(planned::get)
            .thenComparing(Comparator.<String>comparingInt(current::get).reversed()));
    Map<String, Integer> quotas = new LinkedHashMap<>();
    for (int i = 0; i < order.size(); i++) {
      quotas.put(order.get(i), i < leftOver ? each + 1 : each);
    }
    return quotas;
  }

  private static List<Move> moves(
      String application, Map<String, Integer> current, Map<String, Integer> quotas) {
    List<Move> moves = new ArrayList<>();
    Map<String, Integer> remaining = new LinkedHashMap<>(current);
    for (String from : current.keySet()) {
      for (String to : current.keySet()) {
        int surplus = remaining.get(from) - quotas.get(from);
        int missing = quotas.get(to) - remaining.get(to);
        int count = Math.min(surplus, missing);
        if (count > 0) {
          moves.add(new Move(application, from, to, count));
          remaining.merge(from, -count, Integer::sum);
          remaining.merge(to, count, Integer::sum);
        }
      }
    }
    return moves;
  }
}
