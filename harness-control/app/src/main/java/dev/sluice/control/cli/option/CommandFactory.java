package dev.sluice.control.cli.option;

import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.ProviderTypes;
import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes commands and groups of options; those through which secrets come or go are made with the
 * process's {@link Secrets}, and those of providers with the types that there are. For one thread.
 */
public final class CommandFactory implements IFactory {

  private final Secrets secrets;
  private final String classPath;
  private ProviderTypes types; // null until the first command needs them

  /** Finds no other types of providers than those that are there for every command line. */
  public CommandFactory(Secrets secrets) {
    this(secrets, "");
  }

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
      Class<?>[] takes = constructor.getParameterTypes();
      if (takes.length == 1 && takes[0] == Secrets.class) {
        return type.cast(constructor.newInstance(secrets));
      }
      if (takes.length == 2 && takes[0] == Secrets.class && takes[1] == ProviderTypes.class) {
        return type.cast(constructor.newInstance(secrets, types()));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }

  private ProviderTypes types() {
    if (types == null) {
      types = ProviderTypes.find(classPath);
    }
    return types;
  }
}
