package dev.sluice.junit;

import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests an {@link EmbeddedBroker} or an {@link EmbeddedQueueManager} as a parameter: of the
 * class where a constructor or {@code @BeforeAll} asks for it, else of the test. JUnit closes it
 * with its owner.
 */
public final class SluiceExtension implements ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(SluiceExtension.class);

  private static final Map<Class<?>, Supplier<AutoCloseable>> STARTED_BY =
      Map.of(
          EmbeddedBroker.class, EmbeddedBroker::start,
          EmbeddedQueueManager.class, EmbeddedQueueManager::start);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return STARTED_BY.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    Class<?> type = parameter.getParameter().getType();
    return test.getStore(NAMESPACE)
        .getOrComputeIfAbsent(type, wanted -> STARTED_BY.get(wanted).get(), AutoCloseable.class);
  }
}
