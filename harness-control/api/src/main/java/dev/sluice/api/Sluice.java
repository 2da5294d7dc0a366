package dev.sluice.api;

import dev.sluice.api.Load.Job;
import dev.sluice.core.worker.WorkerFactory;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/**
 * Describes loads. Nothing happens before {@link Load#run}, {@link Load#start} or {@link Plan#run}.
 *
 * <pre>{@code
 * RunResult result =
 *     Sluice.send(broker).to("ORDERS").threads(8).rate(perSecond(25)).lasting(ofSeconds(20)).run();
 * }</pre>
 */
public final class Sluice {

  private Sluice() {}

  /** Where a load puts messages. */
  @FunctionalInterface
  public interface To {

    /** To a queue. */
    Load to(String queue);
  }

  /** Where a load gets messages. */
  @FunctionalInterface
  public interface From {

    /** From a queue. */
    Load from(String queue);
  }

  /** Puts messages to a queue; a workload named {@code senders}. */
  public static To send(Broker broker) {
    return queue -> new Load("senders", broker, Job.sending(queue, false));
  }

  /** Publishes messages to a topic; a workload named {@code publishers}. */
  public static To publish(Broker broker) {
    return topic -> new Load("publishers", broker, Job.sending(topic, true));
  }

  /** Gets messages from a queue; a workload named {@code receivers}. */
  public static From receive(Broker broker) {
    return queue -> new Load("receivers", broker, Job.receiving(queue, false));
  }

  /** Gets messages from a topic, each worker all of them; a workload named {@code subscribers}. */
  public static From subscribe(Broker broker) {
    return topic -> new Load("subscribers", broker, Job.receiving(topic, true));
  }

  /**
   * Puts requests to a queue and waits for the reply to each, on a temporary queue of each worker;
   * a workload named {@code requesters}. A reply is known by the request's message id as its
   * correlation id.
   *
   * <pre>{@code
   * RunResult result =
   *     Sluice.request(broker)
   *         .to("ORDERS")
   *         .total(perSecond(50))
   *         .lasting(ofSeconds(20))
   *         .with(Sluice.respond(broker).from("ORDERS"))
   *         .run();
   * Estimate p99 = result.main().latency().p99();
   * }</pre>
   */
  public static To request(Broker broker) {
    return queue -> new Load("requesters", broker, Job.requesting(queue));
  }

  /** Gets requests from a queue and replies to each; a workload named {@code responders}. */
  public static From respond(Broker broker) {
    return queue -> new Load("responders", broker, Job.responding(queue));
  }

  /** Your own work, called by many threads at the same time; a workload named {@code work}. */
  public static Load work(Work work) {
    return workers(index -> new LambdaWorker<>(() -> () -> {}, resource -> work.once()));
  }

  /**
   * Your own work with a resource for each thread, which is opened when the worker starts, closed
   * when it ends, and opened again after a failure.
   *
   * <pre>{@code
   * RunResult result =
   *     Sluice.work(OrderClient::new, client -> client.place("tea"))
   *         .threads(2)
   *         .total(perSecond(100))
   *         .lasting(ofSeconds(20))
   *         .run();
   * }</pre>
   */
  public static <R extends AutoCloseable> Load work(Callable<R> open, Work.With<R> work) {
    return workers(index -> new LambdaWorker<>(open, work));
  }

  /** Workers of your own; a workload named {@code work}. */
  public static Load workers(WorkerFactory factory) {
    return new Load("work", Broker.none(), Job.own(factory));
  }

  /**
   * Compares two loads in one test: they run in turns, A B B A, so that what changes on the host
   * meanwhile meets both.
   *
   * <pre>{@code
   * Load ours = Sluice.work(OrderClient::new, client -> client.place("tea")).lasting(ofSeconds(3));
   * Load bare = Sluice.send(broker).to("BARE").lasting(ofSeconds(3));
   * Estimate ratio = Sluice.inTurns(ours, bare).run().achieved();
   * }</pre>
   */
  public static Turns inTurns(Load a, Load b) {
    return new Turns(a, b, Turns.USUAL_PAIRS);
  }

  /**
   * A plan file, as {@code sluice run} plays it. It needs the artifact {@code dev.sluice:sluice} on
   * the class path.
   *
   * <pre>{@code
   * PlanResult result = Sluice.plan(Path.of("gate.yaml")).set("run.duration", "2s").run();
   * Estimate p99 = result.step("steady").latency().p99();
   * }</pre>
   */
  public static Plan plan(Path file) {
    return new Plan(file);
  }
}
