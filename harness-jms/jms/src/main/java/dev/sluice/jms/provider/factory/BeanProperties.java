package dev.sluice.jms.provider.factory;

import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Secret;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sets properties of an object from texts: by its setters, and what has none by {@code setProperty}
 * if there is one, as in Open MQ's factories.
 */
final class BeanProperties {

  /** The types that setters may take, and how their values are read. */
  private static final Map<Class<?>, Function<String, Object>> READERS =
      Map.ofEntries(
          Map.entry(String.class, text -> text),
          Map.entry(int.class, Integer::valueOf),
          Map.entry(Integer.class, Integer::valueOf),
          Map.entry(long.class, Long::valueOf),
          Map.entry(Long.class, Long::valueOf),
          Map.entry(short.class, Short::valueOf),
          Map.entry(double.class, Double::valueOf),
          Map.entry(float.class, Float::valueOf),
          Map.entry(boolean.class, BeanProperties::truth),
          Map.entry(Boolean.class, BeanProperties::truth),
          Map.entry(URI.class, URI::create),
          Map.entry(char[].class, String::toCharArray));

  private final Object bean;

  BeanProperties(Object bean) {
    this.bean = bean;
  }

  /**
   * Sets one property.
   *
   * @param value a text, from which what the property takes is made, or an object that it takes
   * @throws ConfigurationException if there is none of that name, or it does not take the value,
   *     which is in no message: it may be a secret
   */
  void set(String name, Object value) {
    List<Method> setters = setters(name, value);
    if (setters.isEmpty()) {
      Method byName =
          byName(value)
              .orElseThrow(
                  () ->
                      new ConfigurationException(
                          String.format(
                              "%s has no property '%s'; it has %s",
                              bean.getClass().getName(), name, names())));
      call(byName, name, value, "; it has " + names() + ", and others by setProperty", name, value);
      return;
    }
    for (Method setter : setters) {
      Object argument;
      try {
        argument = value instanceof String text ? read(setter.getParameterTypes()[0], text) : value;
      } catch (IllegalArgumentException e) {
        continue; // without it as a cause: the value is in its message
      }
      call(setter, name, value, "", argument);
      return;
    }
    throw new ConfigurationException(
        "property '"
            + name
            + "' takes a value of type "
            + setters.stream()
                .map(setter -> setter.getParameterTypes()[0].getSimpleName())
                .collect(Collectors.joining(" or ")));
  }

  private void call(Method setter, String name, Object value, String hint, Object... arguments) {
    try {
      setter.invoke(bean, arguments);
    } catch (IllegalAccessException e) {
      throw new ConfigurationException("property '" + name + "' cannot be set", e);
    } catch (InvocationTargetException e) {
      // without it as a cause, as above
      throw new ConfigurationException(
          "property '"
              + name
              + "' was rejected: "
              + refusal(e.getCause(), value.toString())
              + lack(e.getCause())
              + hint);
    }
  }

  /** What sets properties of any name. */
  private Optional<Method> byName(Object value) {
    return Arrays.stream(bean.getClass().getMethods())
        .filter(
            method ->
                method.getName().equals("setProperty")
                    && method.getParameterCount() == 2
                    && method.getParameterTypes()[0] == String.class
                    && method.getParameterTypes()[1].isInstance(value))
        .findFirst();
  }

  /** Those that take it, or what it can be made into; that which takes any text last. */
  private List<Method> setters(String name, Object value) {
    String setter = "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    return settersOfAll()
        .filter(method -> method.getName().equals(setter))
        .filter(
            method ->
                value instanceof String
                    ? readable(method)
                    : method.getParameterTypes()[0].isInstance(value))
        .sorted((a, b) -> Boolean.compare(takesText(a), takesText(b)))
        .toList();
  }

  private String names() {
    Stream<String> bySetter =
        settersOfAll()
            .map(method -> method.getName().substring(3) + (readable(method) ? "" : "=class:..."))
            .map(name -> name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
    return Stream.concat(bySetter, namesToldByItself())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** As Open MQ's factories tell their configuration. */
  private Stream<String> namesToldByItself() {
    return Arrays.stream(bean.getClass().getMethods())
        .filter(each -> each.getReturnType() == Properties.class && each.getParameterCount() == 0)
        .flatMap(
            each -> {
              try {
                return ((Properties) each.invoke(bean)).stringPropertyNames().stream();
              } catch (ReflectiveOperationException e) {
                return Stream.empty();
              }
            });
  }

  private Stream<Method> settersOfAll() {
    return Arrays.stream(bean.getClass().getMethods())
        .filter(
            method ->
                method.getName().length() > 3
                    && method.getName().startsWith("set")
                    && method.getParameterCount() == 1);
  }

  /** What an object said of a value, without the value. */
  static String refusal(Throwable refusal, String value) {
    if (CauseChain.of(refusal).stream().anyMatch(NullPointerException.class::isInstance)) {
      return "the client cannot read it"; // what it says is of its own code
    }
    String line = Secret.of(value).maskPartsIn(CauseChain.firstLine(refusal));
    return refusal.getClass().getSimpleName() + (line.isEmpty() ? "" : " " + line);
  }

  /** What to look for where a class is not there. */
  static String lack(Throwable failure) {
    return failure instanceof NoClassDefFoundError ? "; is a jar missing?" : "";
  }

  private static boolean takesText(Method setter) {
    return setter.getParameterTypes()[0] == String.class;
  }

  private static boolean readable(Method setter) {
    Class<?> type = setter.getParameterTypes()[0];
    return READERS.containsKey(type) || type.isEnum();
  }

  private static Object read(Class<?> type, String value) {
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .filter(constant -> ((Enum<?>) constant).name().equalsIgnoreCase(value))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("not one of its constants"))
        : READERS.get(type).apply(value);
  }

  private static Boolean truth(String text) {
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException("neither true nor false");
    }
    return Boolean.valueOf(text);
  }
}
