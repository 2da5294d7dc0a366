package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A JMSContext seen as a Connection or a Session. A JMSContext has the methods of both by the same
 * names, so each call goes to the method of that name, and its failures become those of the classic
 * API. Producers are not seen so: a JMSContext makes them without a destination.
 */
record ClassicView(JMSContext context) implements InvocationHandler {

  private static final Map<Method, Method> METHODS = new ConcurrentHashMap<>(); // by the view's

  static <T> T of(JMSContext context, Class<T> type) {
    context.setAutoStart(false);
    return type.cast(
        Proxy.newProxyInstance(
            ClassicView.class.getClassLoader(), new Class<?>[] {type}, new ClassicView(context)));
  }

  @Override
  public Object invoke(Object view, Method method, Object[] arguments) throws Throwable {
    try {
      Method own = METHODS.get(method); // takes no lock: messages are made and committed here
      if (own == null) {
        own = METHODS.computeIfAbsent(method, ClassicView::ofContext);
      }
      Object result = own.invoke(context, arguments);
      return result instanceof JMSConsumer consumer ? new Consumer(consumer) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof JMSRuntimeException failure
          ? CheckedFailures.of(failure)
          : e.getCause();
    }
  }

  private static Method ofContext(Method method) {
    if (method.getDeclaringClass() == Object.class) {
      return method;
    }
    try {
      return JMSContext.class.getMethod(method.getName(), method.getParameterTypes());
    } catch (NoSuchMethodException e) {
      throw new UnsupportedOperationException("a JMSContext has no " + method, e);
    }
  }

  /** A JMSConsumer, whose receives are called too often for a view. */
  private record Consumer(JMSConsumer consumer) implements MessageConsumer {

    @Override
    public Message receive() throws JMSException {
      return receive(0);
    }

    @Override
    public Message receive(long timeoutMillis) throws JMSException {
      try {
        return consumer.receive(timeoutMillis);
      } catch (JMSRuntimeException e) {
        throw CheckedFailures.of(e);
      }
    }

    @Override
    public Message receiveNoWait() throws JMSException {
      try {
        return consumer.receiveNoWait();
      } catch (JMSRuntimeException e) {
        throw CheckedFailures.of(e);
      }
    }

    @Override
    public String getMessageSelector() throws JMSException {
      return CheckedFailures.get(consumer::getMessageSelector);
    }

    @Override
    public MessageListener getMessageListener() throws JMSException {
      return CheckedFailures.get(consumer::getMessageListener);
    }

    @Override
    public void setMessageListener(MessageListener listener) throws JMSException {
      CheckedFailures.run(() -> consumer.setMessageListener(listener));
    }

    @Override
    public void close() throws JMSException {
      CheckedFailures.run(consumer::close);
    }
  }
}
