package dev.sluice.mqsim.authority;

import dev.sluice.mqsim.authority.ChannelRecord.UserSource;
import dev.sluice.mqsim.queue.CallFailedException;
import dev.sluice.mqsim.queue.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits clients and checks what they may do. Open to everybody until it is enforced; from then on
 * it is that of a queue manager that crtmqm has made, changed by what MQSC says. Confined to the
 * event loop of its queue manager.
 *
 * <p>A user is in one group, which has the user's name; {@code mqm} administers. Passwords are not
 * compared: a client either gives one or it does not.
 */
public final class Security {

  /** Object type of the queue manager itself, whose name does not count. */
  public static final String QUEUE_MANAGER = "QMGR";

  public static final String QUEUE = "QUEUE";
  public static final String TOPIC = "TOPIC";
  public static final String CHANNEL = "CHANNEL";

  /** What channels that clients connect to are like unless they say otherwise. */
  public static final String DEFAULT_CHANNEL = "SYSTEM.DEF.SVRCONN";

  /** How passwords are checked by default. */
  public static final String DEFAULT_AUTHENTICATION = "SYSTEM.DEFAULT.AUTHINFO.IDPWOS";

  /** A user who may do everything. */
  public static final String ADMINISTRATOR = "mqm";

  private static final Logger LOG = LoggerFactory.getLogger(Security.class);
  private static final String ADMINISTRATORS = "*MQADMIN";

  /**
   * How passwords are checked.
   *
   * @param adopts whether a client that gives one works as the user that it names
   */
  public record Authentication(PasswordCheck check, boolean adopts) {

    /** That of a new queue manager. */
    public static final Authentication DEFAULT = new Authentication(PasswordCheck.REQDADM, true);

    private static final Authentication NONE = new Authentication(PasswordCheck.NONE, false);
  }

  private final String queueManager;
  private final AuthorityRecords authorities = new AuthorityRecords();
  private final List<ChannelRecord> channelRecords = new ArrayList<>(ChannelRecord.DEFAULTS);
  private final Map<String, String> userByChannel = new HashMap<>(Map.of(DEFAULT_CHANNEL, ""));
  private final Map<String, Authentication> authentications =
      new HashMap<>(Map.of(DEFAULT_AUTHENTICATION, Authentication.DEFAULT));
  private String authenticationName = DEFAULT_AUTHENTICATION;
  private Authentication authentication = Authentication.DEFAULT;
  private boolean channelAuthentication = true;
  private boolean enforced;

  public Security(String queueManager) {
    this.queueManager = queueManager;
  }

  /** Nobody may do more than was granted, from now on. */
  public void enforce() {
    enforced = true;
  }

  /** Whether channel authentication records count (ALTER QMGR CHLAUTH). */
  public void channelAuthentication(boolean enabled) {
    channelAuthentication = enabled;
  }

  /** Defines a channel for clients, or changes it. */
  public void channel(String name, String user) {
    userByChannel.put(name, user);
  }

  /**
   * The user of a channel for clients; empty = the client's; nothing if there is no such channel.
   */
  public Optional<String> userOfChannel(String name) {
    return Optional.ofNullable(userByChannel.get(name));
  }

  /** The channels for clients, with their users. */
  public Map<String, String> userByChannel() {
    return Map.copyOf(userByChannel);
  }

  /** Deletes a channel for clients. */
  public void deleteChannel(String name) {
    userByChannel.remove(name);
  }

  /** Defines how passwords are checked, or changes it; {@link #refresh} makes it count. */
  public void authentication(String name, Authentication defined) {
    authentications.put(name, defined);
  }

  /** What is defined under a name. */
  public Optional<Authentication> authentication(String name) {
    return Optional.ofNullable(authentications.get(name));
  }

  /** Chooses how passwords are checked (ALTER QMGR CONNAUTH); empty = not at all. */
  public void authenticateBy(String name) {
    authenticationName = name;
  }

  /** What was said about passwords counts from now on (REFRESH SECURITY). */
  public void refresh() {
    authentication = authentications.getOrDefault(authenticationName, Authentication.NONE);
  }

  /** Adds a channel authentication record, or replaces it; says whether it was there. */
  public boolean replace(ChannelRecord channelRecord) {
    boolean known = remove(channelRecord);
    channelRecords.add(channelRecord);
    return known;
  }

  /** All channel authentication records. */
  public List<ChannelRecord> channelRecords() {
    return List.copyOf(channelRecords);
  }

  /** All that groups may do. */
  public List<Grant> grants() {
    return authorities.grants();
  }

  /** Whether there is a channel authentication record about the same. */
  public boolean contains(ChannelRecord channelRecord) {
    return channelRecords.stream().anyMatch(channelRecord::replaces);
  }

  /** Removes a channel authentication record; says whether it was there. */
  public boolean remove(ChannelRecord channelRecord) {
    return channelRecords.removeIf(channelRecord::replaces);
  }

  /** Changes what groups may do with the objects that fit a profile. */
  public void change(
      String objectType,
      String profile,
      Collection<String> groups,
      Set<Authority> added,
      Set<Authority> removed) {
    authorities.change(objectType, profile, groups, added, removed);
  }

  /** A user has made a temporary queue, and may do anything with it. */
  public void own(String user, String queue) {
    if (enforced) {
      change(QUEUE, queue, List.of(user), Authority.of(List.of("ALL")), Set.of());
    }
  }

  /** A temporary queue is gone. */
  public void forget(String queue) {
    authorities.forget(QUEUE, queue);
  }

  /**
   * The user as whom a client works.
   *
   * @throws CallFailedException 2035 if the client may not connect
   */
  public String admit(Client client) {
    if (!enforced) {
      return client.user();
    }
    boolean checked = authentication.check() != PasswordCheck.NONE;
    boolean adopts = client.gavePassword() && checked && authentication.adopts();
    String channelUser = userByChannel.getOrDefault(client.channel(), "");
    String user = adopts || channelUser.isEmpty() ? client.user() : channelUser;
    PasswordCheck check = authentication.check();
    if (channelAuthentication) {
      Optional<ChannelRecord> mapping = mapping(client);
      if (mapping.isPresent()) {
        ChannelRecord found = mapping.get();
        refuseIf(found.userSource() == UserSource.NOACCESS, client, "AMQ9777E: it is blocked");
        user = found.userSource() == UserSource.MAP ? found.user() : user;
        check = found.check() == null ? check : found.check();
      }
      refuseIf(isBlocked(client.channel(), user), client, "AMQ9776E: '" + user + "' is blocked");
    }
    boolean asked = check.asksFor(isAdministrator(client.user()));
    refuseIf(asked && !client.gavePassword(), client, "AMQ9791E: it must give a password");
    require(user, QUEUE_MANAGER, "", Authority.CONNECT);
    return user;
  }

  private void refuseIf(boolean refused, Client client, String why) {
    if (refused) {
      LOG.info("{}: {} ({})", queueManager, why, client);
      throw new CallFailedException(Reason.NOT_AUTHORIZED);
    }
  }

  private Optional<ChannelRecord> mapping(Client client) {
    return channelRecords.stream()
        .filter(record -> record.maps(client.channel(), client.address(), client.user()))
        .max(
            Comparator.comparingInt(ChannelRecord::channelSpecificity)
                .thenComparing(ChannelRecord::type)
                .thenComparingInt(ChannelRecord::identitySpecificity));
  }

  /** Of the lists of blocked users only that for the most specific channel counts. */
  private boolean isBlocked(String channel, String user) {
    return channelRecords.stream()
        .filter(record -> record.type() == ChannelRecord.Type.BLOCKUSER && record.isFor(channel))
        .max(Comparator.comparingInt(ChannelRecord::channelSpecificity))
        .map(ChannelRecord::blocked)
        .filter(
            users ->
                users.contains(user) || (isAdministrator(user) && users.contains(ADMINISTRATORS)))
        .isPresent();
  }

  private static boolean isAdministrator(String user) {
    return user.equals(ADMINISTRATOR);
  }

  /**
   * Checks the rights to open an object.
   *
   * @param options of MQOPEN
   * @throws CallFailedException 2035 if the user does not have them
   */
  public void requireOpen(String user, String objectType, String object, int options) {
    for (Authority authority : Authority.ofOpenOptions(options)) {
      if (authority == Authority.ALTUSR || authority.isAboutTheQueueManagerToo()) {
        require(user, QUEUE_MANAGER, "", authority);
      }
      if (authority != Authority.ALTUSR) {
        require(user, objectType, object, authority);
      }
    }
  }

  /**
   * Checks a right.
   *
   * @throws CallFailedException 2035 if the user does not have it
   */
  public void require(String user, String objectType, String object, Authority authority) {
    if (!allows(user, objectType, object, authority)) {
      LOG.info(
          "{}: AMQ8077W: Entity '{}' has insufficient authority to access object {} [{}]: {}",
          queueManager,
          user,
          object.isEmpty() ? queueManager : object,
          objectType,
          authority);
      throw new CallFailedException(Reason.NOT_AUTHORIZED);
    }
  }

  /** Whether a user has a right. */
  public boolean allows(String user, String objectType, String object, Authority authority) {
    return !enforced
        || isAdministrator(user)
        || authorities.allow(user, objectType, object, authority);
  }
}
