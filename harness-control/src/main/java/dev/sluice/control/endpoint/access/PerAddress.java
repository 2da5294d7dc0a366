package dev.sluice.control.endpoint.access;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is remembered of addresses, by their {@linkplain Caller#networkOf networks}. Of too many,
 * the one that was put first is forgotten. For one thread.
 *
 * @param <V> what is remembered
 */
final class PerAddress<V> {

  private static final int MAX_ADDRESSES = 1_024;

  private final Map<Object, V> known = new LinkedHashMap<>(); // the last one put at the end

  Optional<V> get(InetAddress address) {
    return Optional.ofNullable(known.get(Caller.networkOf(address)));
  }

  /** Forgets an address. */
  void remove(InetAddress address) {
    known.remove(Caller.networkOf(address));
  }

  void put(InetAddress address, V value) {
    Object key = Caller.networkOf(address);
    known.remove(key);
    known.put(key, value);
    if (known.size() > MAX_ADDRESSES) {
      Iterator<Object> all = known.keySet().iterator();
      all.next();
      all.remove();
    }
  }
}
