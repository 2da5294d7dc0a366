package dev.sluice.control.cli.option.message;

import dev.sluice.jms.message.MessageProperty;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A property of messages: {@code COLOUR=red}, {@code WEIGHT:int=5}. */
final class MessagePropertyConverter implements ITypeConverter<MessageProperty> {

  @Override
  public MessageProperty convert(String value) {
    try {
      return MessageProperty.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
