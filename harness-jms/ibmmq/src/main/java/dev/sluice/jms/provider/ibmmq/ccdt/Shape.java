package dev.sluice.jms.provider.ibmmq.ccdt;

import dev.sluice.core.text.NearestWord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * The values that the client takes at one place of a table. It is stricter than JSON tools usually
 * are.
 */
sealed interface Shape {

  /** Reports every way in which the client would refuse the value. */
  void check(Object value, String place, Consumer<CcdtFinding> findings);

  /** Anything at all. */
  record Any() implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      // nothing is wrong with it
    }
  }

  /** A string that is not too long. */
  record Text(int maxChars) implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      if (!(value instanceof String text)) {
        findings.accept(error(place, "must be a string, not " + show(value)));
      } else if (text.length() > maxChars) {
        findings.accept(
            error(place, "has " + text.length() + " characters; " + maxChars + " at most"));
      }
    }
  }

  /** One of some words, in just this case. */
  record OneOf(List<String> words) implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      if (value instanceof String word && words.contains(word)) {
        return;
      }
      String choice = String.join(", ", words);
      String message = "must be " + (words.size() > 1 ? "one of " : "") + choice;
      findings.accept(
          error(place, message + ", not " + show(value), didYouMean(String.valueOf(value), words)));
    }
  }

  /** A number of 32 bits without decimals and without quotes. */
  record WholeNumber() implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      if (!(value instanceof Integer)) {
        String remedy =
            value instanceof String text && text.matches("\\d+") ? "Leave the quotes out" : "";
        findings.accept(error(place, "must be a whole number, not " + show(value), remedy));
      }
    }
  }

  /** An array. */
  record Items(Shape item, int fewest) implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      if (!(value instanceof JSONArray array)) {
        findings.accept(error(place, "must be an array [...], not " + show(value)));
        return;
      }
      if (array.length() < fewest) {
        findings.accept(error(place, "is empty"));
      }
      for (int i = 0; i < array.length(); i++) {
        item.check(array.get(i), place + "[" + i + "]", findings);
      }
    }
  }

  /** An object with these keys and no others. */
  record Members(Map<String, Shape> keys, Set<String> required) implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      if (!(value instanceof JSONObject object)) {
        findings.accept(error(place, "must be an object {...}, not " + show(value)));
        return;
      }
      for (String key : new TreeSet<>(required)) {
        if (!object.has(key)) {
          findings.accept(error(at(place, key), "is missing"));
        }
      }
      for (String key : new TreeSet<>(object.keySet())) {
        Shape shape = keys.get(key);
        if (shape == null) {
          findings.accept(
              error(
                  at(place, key),
                  "the client does not know this key and rejects the whole table",
                  keyRemedy(key)));
        } else {
          shape.check(object.get(key), at(place, key), findings);
        }
      }
    }

    private String keyRemedy(String key) {
      String meant = didYouMean(key, keys.keySet().stream().sorted().toList());
      return meant.isEmpty()
          ? "Known here: " + String.join(", ", new TreeSet<>(keys.keySet()))
          : meant;
    }
  }

  /** An object in which one of two keys may stand, not both. */
  record NotBoth(Shape members, String one, String other) implements Shape {
    @Override
    public void check(Object value, String place, Consumer<CcdtFinding> findings) {
      members.check(value, place, findings);
      if (value instanceof JSONObject object && object.has(one) && object.has(other)) {
        findings.accept(error(place, "has both " + one + " and " + other, "Leave one out"));
      }
    }
  }

  private static String at(String place, String key) {
    return place.isEmpty() ? key : place + "." + key;
  }

  private static String didYouMean(String word, List<String> words) {
    return NearestWord.of(word, words).map(near -> "Did you mean " + near + "?").orElse("");
  }

  private static CcdtFinding error(String place, String message) {
    return error(place, message, "");
  }

  private static CcdtFinding error(String place, String message, String remedy) {
    return new CcdtFinding(
        CcdtFinding.Severity.ERROR, place.isEmpty() ? "(table)" : place, message, remedy);
  }

  private static String show(Object value) {
    if (value instanceof JSONObject) {
      return "an object";
    }
    if (value instanceof JSONArray) {
      return "an array";
    }
    return value instanceof String text ? JSONObject.quote(text) : String.valueOf(value);
  }
}
