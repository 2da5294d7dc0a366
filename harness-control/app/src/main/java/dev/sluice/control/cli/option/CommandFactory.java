package dev.sluice.control.cli.option;

import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.ProviderTypes;
import java.lang.reflect.Constructor;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes commands and groups of options, and has what they share: the process's {@link Secrets}, and
 * the types of providers, which those get that declare their options. For one thread.
 */
public final class CommandFactory implements IFactory {

  private final Secrets secrets;
  private final String classPath;
  private ProviderTypes types; // null until the first command needs them

  /**
   * @param classPath where to look for more types of providers: {@link ProviderTypes#find}
   */
  public CommandFactory(Secrets secrets, String classPath) {
    this.secrets = secrets;
    this.classPath = classPath;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (List.of(constructor.getParameterTypes()).equals(List.of(ProviderTypes.class))) {
        return type.cast(constructor.newInstance(types()));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }

  Secrets secrets() {
    return secrets;
  }

  ProviderTypes types() {
    if (types == null) {
      types = ProviderTypes.find(classPath);
    }
    return types;
  }
}
