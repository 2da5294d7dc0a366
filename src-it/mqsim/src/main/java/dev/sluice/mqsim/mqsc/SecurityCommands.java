package dev.sluice.mqsim.mqsc;

import dev.sluice.mqsim.authority.Authority;
import dev.sluice.mqsim.authority.ChannelRecord;
import dev.sluice.mqsim.authority.ChannelRecord.UserSource;
import dev.sluice.mqsim.authority.PasswordCheck;
import dev.sluice.mqsim.authority.Security;
import dev.sluice.mqsim.authority.Security.Authentication;
import dev.sluice.mqsim.manager.QueueManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The commands about rights and about the channels of clients. With the first of them a queue
 * manager's security is enforced.
 */
final class SecurityCommands {

  private final QueueManager queueManager;
  private final Security security;

  SecurityCommands(QueueManager queueManager) {
    this.queueManager = queueManager;
    this.security = queueManager.security();
  }

  /** DEFINE CHANNEL and ALTER CHANNEL with CHLTYPE(SVRCONN). */
  void channel(MqscCommand command) {
    security.enforce();
    String name = command.requiredName();
    String otherwise =
        security
            .userOfChannel(command.verb().equals("ALTER") ? name : Security.DEFAULT_CHANNEL)
            .orElseThrow(() -> command.notFound());
    security.channel(name, command.text("MCAUSER", otherwise));
  }

  /** ALTER QMGR with CHLAUTH or CONNAUTH. */
  void queueManager(MqscCommand command) {
    if (command.has("CHLAUTH")) {
      security.enforce();
      security.channelAuthentication(command.required("CHLAUTH").equals("ENABLED"));
    }
    if (command.has("CONNAUTH")) {
      security.enforce();
      security.authenticateBy(command.text("CONNAUTH", ""));
    }
  }

  /** DEFINE AUTHINFO and ALTER AUTHINFO. */
  void authentication(MqscCommand command) {
    security.enforce();
    String name = command.requiredName();
    Authentication before =
        command.verb().equals("ALTER")
            ? security.authentication(name).orElseThrow(() -> command.notFound())
            : Authentication.DEFAULT;
    security.authentication(
        name,
        new Authentication(
            command.choice("CHCKCLNT", PasswordCheck.class, before.check()),
            command.text("ADOPTCTX", before.adopts() ? "YES" : "NO").equals("YES")));
  }

  /** REFRESH SECURITY. */
  void refresh() {
    security.enforce();
    security.refresh();
  }

  /** SET CHLAUTH. */
  void channelRecord(MqscCommand command) {
    security.enforce();
    String type = command.required("TYPE");
    if (type.equals("SSLPEERMAP") || type.equals("QMGRMAP")) {
      return; // clients have no certificate here, and are no queue managers
    }
    ChannelRecord channelRecord =
        channelRecord(command, command.choice("TYPE", ChannelRecord.Type.class, null));
    switch (command.text("ACTION", "ADD")) {
      case "REPLACE" -> security.replace(channelRecord);
      case "REMOVE", "REMOVEALL" -> {
        if (!security.remove(channelRecord)) {
          throw command.failure("MQRCCF_CHLAUTH_NOT_FOUND (3338)");
        }
      }
      default -> {
        if (security.contains(channelRecord)) {
          throw command.failure("MQRCCF_CHLAUTH_ALREADY_EXISTS (3337)");
        }
        security.replace(channelRecord);
      }
    }
  }

  private static ChannelRecord channelRecord(MqscCommand command, ChannelRecord.Type type) {
    UserSource source = command.choice("USERSRC", UserSource.class, UserSource.MAP);
    boolean maps =
        type != ChannelRecord.Type.BLOCKUSER && !command.text("ACTION", "").startsWith("REMOVE");
    return new ChannelRecord(
        command.requiredName(),
        type,
        switch (type) {
          case ADDRESSMAP -> command.required("ADDRESS");
          case USERMAP -> command.required("CLNTUSER");
          case BLOCKUSER -> "";
        },
        source,
        maps && source == UserSource.MAP ? command.required("MCAUSER") : "",
        command.text("CHCKCLNT", "ASQMGR").equals("ASQMGR")
            ? null
            : command.choice("CHCKCLNT", PasswordCheck.class, null),
        command.list("USERLIST"));
  }

  /** SET AUTHREC. */
  void authorityRecord(MqscCommand command) {
    security.enforce();
    String type = command.required("OBJTYPE");
    String profile = type.equals(Security.QUEUE_MANAGER) ? "" : command.required("PROFILE");
    boolean generic = profile.contains("*") || profile.contains("?");
    if (type.equals(Security.QUEUE) && !generic && !queueManager.hasQueue(profile)) {
      throw command.notFound(profile);
    }
    List<String> groups = new ArrayList<>(command.list("GROUP"));
    groups.addAll(command.list("PRINCIPAL"));
    if (groups.isEmpty()) {
      throw command.failure("GROUP or PRINCIPAL is missing");
    }
    security.change(
        type, profile, groups, authorities(command, "AUTHADD"), authorities(command, "AUTHRMV"));
  }

  private static Set<Authority> authorities(MqscCommand command, String attribute) {
    try {
      return Authority.of(command.list(attribute));
    } catch (IllegalArgumentException e) {
      throw command.failure("'%s' is not valid".formatted(attribute));
    }
  }
}
