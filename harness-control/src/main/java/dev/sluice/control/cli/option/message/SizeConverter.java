package dev.sluice.control.cli.option.message;

import dev.sluice.jms.message.SizeDistribution;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How large messages are: {@code 2KiB}, {@code uniform:1KiB..64KiB} and so on. */
final class SizeConverter implements ITypeConverter<SizeDistribution> {

  @Override
  public SizeDistribution convert(String value) {
    try {
      return SizeDistribution.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
