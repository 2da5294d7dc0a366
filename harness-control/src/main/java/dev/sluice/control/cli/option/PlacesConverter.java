package dev.sluice.control.cli.option;

import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A host, or places for several queue managers on one: {@code mqhost1*6}. */
public final class PlacesConverter implements ITypeConverter<PlacesConverter.Places> {

  private static final Pattern PLACES = Pattern.compile("([^*]+)(?:\\*([1-9]\\d{0,3}))?");

  /** The host, as often as it has a place. */
  public record Places(List<String> hosts) {}

  @Override
  public Places convert(String value) {
    Matcher places = PLACES.matcher(value);
    if (!places.matches()) {
      throw new TypeConversionException("'" + value + "' is neither a host nor places, as host*6");
    }
    int count = places.group(2) == null ? 1 : Integer.parseInt(places.group(2));
    return new Places(Collections.nCopies(count, places.group(1)));
  }
}
