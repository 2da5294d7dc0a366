package dev.sluice.mqsim.authority;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What SET AUTHREC has granted, by object type, profile and group. */
final class AuthorityRecords {

  /**
   * Names of objects.
   *
   * @param name one, or with {@code ?} for a character, {@code *} for a qualifier and {@code **}
   *     for any number of them
   */
  private record Profile(String objectType, String name) {

    private static final Pattern PARTS = Pattern.compile("\\*\\*|[*?]|[^*?]+");
    private static final Pattern GENERIC = Pattern.compile("[*?]");

    boolean fits(String type, String object) {
      return objectType.equals(type)
          && (name.equals(object) || pattern(name).matcher(object).matches());
    }

    private static Pattern pattern(String generic) {
      return Pattern.compile(
          PARTS
              .matcher(generic)
              .replaceAll(
                  part ->
                      Matcher.quoteReplacement(
                          switch (part.group()) {
                            case "**" -> ".*";
                            case "*" -> "[^.]*";
                            case "?" -> "[^.]";
                            default -> Pattern.quote(part.group());
                          })));
    }

    /** The fewer characters stand before the first generic one, the less specific. */
    int specificity() {
      Matcher generic = GENERIC.matcher(name);
      return generic.find() ? generic.start() : Integer.MAX_VALUE;
    }
  }

  private final Map<Profile, Map<String, Set<Authority>>> granted = new HashMap<>();

  /** Adds and removes authorities of groups. */
  void change(
      String objectType,
      String profile,
      Collection<String> groups,
      Set<Authority> added,
      Set<Authority> removed) {
    Map<String, Set<Authority>> byGroup =
        granted.computeIfAbsent(new Profile(objectType, profile), absent -> new HashMap<>());
    for (String group : groups) {
      Set<Authority> authorities =
          byGroup.computeIfAbsent(group, absent -> EnumSet.noneOf(Authority.class));
      authorities.addAll(added);
      authorities.removeAll(removed);
    }
  }

  /** All that is granted. */
  List<Grant> grants() {
    List<Grant> grants = new ArrayList<>();
    granted.forEach(
        (of, byGroup) ->
            byGroup.forEach(
                (group, authorities) ->
                    grants.add(new Grant(of.objectType(), of.name(), group, authorities))));
    return grants;
  }

  /** Forgets the records of one object. */
  void forget(String objectType, String object) {
    granted.remove(new Profile(objectType, object));
  }

  /** Whether the most specific record of a group allows it. */
  boolean allow(String group, String objectType, String object, Authority authority) {
    return granted.entrySet().stream()
        .filter(entry -> entry.getValue().containsKey(group))
        .filter(entry -> entry.getKey().fits(objectType, object))
        .max(Comparator.comparingInt(entry -> entry.getKey().specificity()))
        .map(entry -> entry.getValue().get(group).contains(authority))
        .orElse(false);
  }
}
