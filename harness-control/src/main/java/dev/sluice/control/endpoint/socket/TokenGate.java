package dev.sluice.control.endpoint.socket;

import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.AddressBackOff;
import dev.sluice.control.endpoint.access.AddressLimits;
import dev.sluice.control.endpoint.access.Role;
import dev.sluice.control.endpoint.access.TokenLimits;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * Guards a command socket that has a token. It keeps those who have not shown the token few, so
 * that they lock nobody out, and lets an address that showed wrong ones wait, longer each time. For
 * one thread.
 *
 * @param <C> a connection
 */
final class TokenGate<C> {

  private final AccessTokens tokens;
  private final TokenLimits limits;
  private final AddressBackOff backOff;

  private final int mostMembers;
  private final Set<C> members = new HashSet<>();
  private final Deque<Stranger<C>> strangers = new ArrayDeque<>(); // the oldest first

  /** A connection that has not shown the token. */
  private record Stranger<C>(InetAddress from, C connection) {}

  /**
   * @param mostMembers how many connections that have shown a token there may be
   * @param limits those of the process
   */
  TokenGate(AccessTokens tokens, int mostMembers, AddressLimits limits) {
    this.tokens = tokens;
    this.mostMembers = mostMembers;
    this.limits = limits.strangers();
    this.backOff = limits.guesses();
  }

  TokenLimits limits() {
    return limits;
  }

  /** How long an address must wait before it may connect; zero if it need not. */
  Duration waitOf(InetAddress from) {
    return backOff.waitOf(from);
  }

  /**
   * A connection has come.
   *
   * @return the one that must be closed to make room, if one must
   */
  Optional<C> came(InetAddress from, C connection) {
    strangers.add(new Stranger<>(from, connection));
    long ofAddress = strangers.stream().filter(each -> each.from.equals(from)).count();
    if (ofAddress > limits.connectionsOfAddress()) {
      return oldest(from);
    }
    return strangers.size() > limits.connections()
        ? Optional.of(strangers.remove().connection)
        : Optional.empty();
  }

  /** Lets a connection in that has shown the token, unless there are enough already. */
  boolean enter(C connection) {
    if (members.size() >= mostMembers) {
      return false;
    }
    went(connection);
    members.add(connection);
    return true;
  }

  /** A connection has gone. */
  void went(C connection) {
    members.remove(connection);
    strangers.removeIf(each -> each.connection.equals(connection));
  }

  /** What a token allows; {@code ANYBODY} if it is none of those there are. */
  Role roleOf(InetAddress from, String candidate) {
    Role role = tokens.roleOf(candidate);
    if (role != Role.ANYBODY) {
      backOff.succeeded(from);
    }
    return role;
  }

  /** An address has sent something else than the token. */
  void failed(InetAddress from) {
    backOff.failed(from, "the command socket");
  }

  /** Nobody comes any more: what was not logged is. */
  void close() {
    backOff.close();
  }

  private Optional<C> oldest(InetAddress from) {
    Iterator<Stranger<C>> all = strangers.iterator();
    while (all.hasNext()) {
      Stranger<C> each = all.next();
      if (each.from.equals(from)) {
        all.remove();
        return Optional.of(each.connection);
      }
    }
    return Optional.empty();
  }
}
