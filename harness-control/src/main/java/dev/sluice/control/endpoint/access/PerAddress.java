package dev.sluice.control.endpoint.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is remembered of addresses. IPv6 addresses of one network of 64 bits are one, because a
 * single host has all of them. Of too many, the one that was put first is forgotten. For one
 * thread.
 *
 * @param <V> what is remembered
 */
final class PerAddress<V> {

  private static final int MAX_ADDRESSES = 1_024;
  private static final int NETWORK_BYTES = 8;

  private final Map<List<Byte>, V> known = new LinkedHashMap<>(); // the last one put at the end

  Optional<V> get(InetAddress address) {
    return Optional.ofNullable(known.get(key(address)));
  }

  /** Forgets an address. */
  void remove(InetAddress address) {
    known.remove(key(address));
  }

  void put(InetAddress address, V value) {
    List<Byte> key = key(address);
    known.remove(key);
    known.put(key, value);
    if (known.size() > MAX_ADDRESSES) {
      Iterator<List<Byte>> all = known.keySet().iterator();
      all.next();
      all.remove();
    }
  }

  private static List<Byte> key(InetAddress address) {
    byte[] bytes = address.getAddress();
    int length = address instanceof Inet6Address ? NETWORK_BYTES : bytes.length;
    Byte[] boxed = new Byte[length];
    Arrays.setAll(boxed, i -> bytes[i]);
    return List.of(boxed);
  }
}
