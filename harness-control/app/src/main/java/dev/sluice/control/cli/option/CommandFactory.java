package dev.sluice.control.cli.option;

import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.ProviderTypes;
import java.lang.reflect.Constructor;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes commands and groups of options; those through which secrets come or go are made with the
 * process's {@link Secrets}, and those of providers with the types that there are. For one thread.
 */
public final class CommandFactory implements IFactory {

  private static final List<Class<?>> GIVEN = List.of(Secrets.class, ProviderTypes.class);

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
      List<Class<?>> takes = List.of(constructor.getParameterTypes());
      if (!takes.isEmpty() && GIVEN.containsAll(takes)) {
        return type.cast(constructor.newInstance(takes.stream().map(this::given).toArray()));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }

  private Object given(Class<?> type) {
    if (type == Secrets.class) {
      return secrets;
    }
    if (types == null) {
      types = ProviderTypes.find(classPath);
    }
    return types;
  }
}
