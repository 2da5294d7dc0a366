package dev.sluice.mqsim.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Calls into a member from other threads: runs on the member's event loop, waits for the result.
 */
final class OnLoop {

  private static final long TIMEOUT_SECONDS = 30;

  private OnLoop() {}

  /** The result of something that is done at once. */
  static <T> T call(Member member, Function<Member, T> action) {
    return await(CompletableFuture.supplyAsync(() -> action.apply(member), member.loop()));
  }

  /** Does something that is done at once. */
  static void execute(Member member, Consumer<Member> action) {
    await(CompletableFuture.runAsync(() -> action.accept(member), member.loop()));
  }

  /** Waits for something that takes its time. */
  static <T> T run(Member member, Function<Member, CompletableFuture<T>> action) {
    return await(CompletableFuture.completedFuture(member).thenComposeAsync(action, member.loop()));
  }

  private static <T> T await(CompletableFuture<T> result) {
    try {
      return result.orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException io) {
        throw new UncheckedIOException(io.getMessage(), io);
      }
      if (e.getCause() instanceof TimeoutException) {
        throw new IllegalStateException("no answer within %d s".formatted(TIMEOUT_SECONDS), e);
      }
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw e;
    }
  }
}
