package dev.sluice.control.cli.option.message;

import dev.sluice.jms.message.Content;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What generated bodies consist of: {@code alphabet}, {@code random}, {@code compressible:4}. */
final class ContentConverter implements ITypeConverter<Content> {

  @Override
  public Content convert(String value) {
    try {
      return Content.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
