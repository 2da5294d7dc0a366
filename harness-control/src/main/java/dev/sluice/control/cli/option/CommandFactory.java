package dev.sluice.control.cli.option;

import dev.sluice.control.secret.Secrets;
import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes commands and groups of options; those through which secrets come or go are made with the
 * process's {@link Secrets}.
 */
public record CommandFactory(Secrets secrets) implements IFactory {

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      Class<?>[] takes = constructor.getParameterTypes();
      if (takes.length == 1 && takes[0] == Secrets.class) {
        return type.cast(constructor.newInstance(secrets));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }
}
