package dev.sluice.control.cli;

import java.util.List;
import java.util.stream.Stream;

/**
 * A place where a secret can be given. Environment variables are tried with the packaged program.
 *
 * @param exitCode what comes of the line, so that it is known to have come as far as it should
 * @param files what stands in files of the folder, each a name, a line end, and its content
 * @param line the command line; {@code CANARY} is the secret, {@code NOBODY} an address where
 *     nobody listens, {@code FOLDER} where the files are, {@code CLIENT} the jar of {@link
 *     TalkativeFactory} and {@code STORE} a key store whose password is the secret
 */
record SecretPlace(String place, int exitCode, List<String> files, String line) {

  /** Without a broker, which might not answer in time on a busy host. */
  private static final String RUN = runBy("{type: 'null'}");

  private static final String NOWHERE = " --threads 1 --duration 200ms --out FOLDER/out";

  private static final String OLD =
      "-tc jms.r11.Sender -d Q -pc WebSphereMQ -jb QM1 -jh 127.0.0.1 -jp 1 -rl 1 -wt 5";

  private static SecretPlace of(String place, int exitCode, String line) {
    return new SecretPlace(place, exitCode, List.of(), line);
  }

  private static SecretPlace with(String file, String place, int exitCode, String line) {
    return new SecretPlace(place, exitCode, List.of(file), line);
  }

  private static SecretPlace secret(String place, int exitCode, String line) {
    return with("secret\nCANARY", place, exitCode, line);
  }

  private static SecretPlace scenario(String place, int exitCode, String text) {
    return scenario(place, exitCode, text, "");
  }

  private static SecretPlace scenario(String place, int exitCode, String text, String more) {
    return with(
        "plan.yaml\n" + text,
        "scenario: " + place,
        exitCode,
        "--verbose run FOLDER/plan.yaml --out FOLDER/out" + more);
  }

  @Override
  public String toString() {
    return place;
  }

  /** All of them. */
  static Stream<SecretPlace> all() {
    return Stream.of(
        // URLs
        of("--url: password", 3, artemis("tcp://u:CANARY@NOBODY")),
        of("--url: with @", 2, artemis("tcp://u:ab@CANARY@NOBODY")),
        of("--url: with /", 2, artemis("tcp://u:ab/CANARY@NOBODY")),
        of("--url: with ?", 2, artemis("tcp://u:ab?CANARY@NOBODY")),
        of("--url: no URL", 2, artemis("tcp:/u:CANARY@NOBODY")),
        of("--url: two colons", 3, artemis("tcp://u:x:CANARY@NOBODY")),
        of("--url: broken port", 2, artemis("tcp://u:CANARY@h:x:y")),
        of("--url: %", 2, artemis("tcp://u:CANARY%@NOBODY")),
        of("--url: escaped", 3, artemis("tcp://u:c4n4ry%2DZq7w8@NOBODY")),
        of("--url: ?password=a,", 3, artemis("tcp://NOBODY?password=a,CANARY")),
        of("--url: list", 3, artemis("(tcp://NOBODY,tcp://NOBODY)?keyStorePassword=CANARY&x=1")),
        of("--url: dry run", 0, "send --dry-run --provider artemis --url tcp://u:CANARY@NOBODY"),
        of("--ccdt", 2, "send --provider ibmmq --ccdt http://u:CANARY@NOBODY/c" + NOWHERE),
        of("ccdt check", 2, "--verbose ccdt check http://u:CANARY@NOBODY/c.json"),
        // JNDI
        of(
            "--jndi-url",
            2,
            "--verbose send --provider jndi --jndi-factory com.sun.jndi.ldap.LdapCtxFactory"
                + " --jndi-url ldap://u:CANARY@NOBODY"
                + NOWHERE),
        jndi("java.naming.provider.url=ldap://u:CANARY@NOBODY", 2),
        jndi("java.naming.security.credentials=CANARY", 3),
        jndi("java.naming.provider.url=ldap://NOBODY/?password=CANARY", 3),
        with(
            "jndi.properties\n"
                + "java.naming.factory.initial="
                + "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory\n"
                + "connectionFactory.CF=tcp://u:CANARY@NOBODY?password=CANARY\n",
            "JNDI environment: connection factory",
            3,
            "--verbose send --provider jndi --jndi-properties FOLDER/jndi.properties"
                + " --connection-factory CF"
                + NOWHERE),
        of(
            "--factory-property: right",
            3,
            factory("--factory-property brokerURL=tcp://u:CANARY@NOBODY?password=CANARY")),
        of(
            "--factory-property: password",
            3,
            factory(
                "--factory-property brokerURL=tcp://NOBODY --factory-property password=CANARY")),
        of("--factory-property: wrong", 2, factory("--factory-property callTimeout=CANARY")),
        of("--class-path: password", 3, client("--factory-property password=CANARY")),
        of(
            "--class-path: password in a URL",
            3,
            client("--factory-property address=any://u:CANARY@h?password=CANARY")),
        of("--class-path: refused by a setter", 2, client("--factory-property pin=CANARY")),
        of("--class-path: quoted in part", 2, client("--factory-property login=app:CANARY")),
        secret(
            "--class-path: user's password", 3, client("--user app --password-file FOLDER/secret")),
        // options and their files
        secret(
            "--password-file",
            3,
            "--verbose send --provider artemis --url tcp://CANARY:1 --user CANARY --password-file FOLDER/secret"
                + NOWHERE),
        of("--password, which is none", 2, "send --password CANARY"),
        of("--password=, which is none", 2, "send --password=CANARY"),
        of("--set for another command", 2, "send --set vars.pw=CANARY"),
        with(
            "options\n--provider=artemis\n--url=tcp://u:CANARY@NOBODY",
            "options file",
            3,
            "send @FOLDER/options" + NOWHERE),
        with(
            "options\n@FOLDER/more --password=CANARY",
            "options file: wrong",
            2,
            "send @FOLDER/options"),
        of("--property: password", 2, mq("--property XMSC_PASSWORD=CANARY")),
        of("--property: exit", 3, mq("--property WMQ_SECURITY_EXIT_INIT=CANARY")),
        of(
            "--message-property",
            0,
            "send --provider null --message-property apiKey=CANARY" + NOWHERE),
        secret(
            "--key-store-password-file",
            2,
            mq("--cipher ANY --key-store FOLDER/CANARY --key-store-password-file FOLDER/secret")),
        secret(
            "--trust-store-password-file",
            2,
            mq(
                "--cipher ANY --trust-store FOLDER/CANARY --trust-store-password-file"
                    + " FOLDER/secret")),
        secret(
            "--control-token-file",
            0,
            "send --provider null --id CANARY --rate 20 --duration 1s --interval 100ms --out FOLDER/out"
                + " --metrics 0 --control 0 --control-token-file FOLDER/secret"),
        secret(
            "ctl: token",
            3,
            "--verbose ctl --at NOBODY --control-token-file FOLDER/secret mark CANARY"),
        secret(
            "--control-token-file: page",
            0,
            seen("--page 0 --control-token-file FOLDER/secret --id CANARY")),
        secret(
            "--watch-token-file",
            0,
            seen("--page 0 --control 0 --metrics 0 --watch-token-file FOLDER/secret")),
        secret(
            "--control-tls-password-file",
            0,
            seen("--control 0 --control-tls STORE --control-tls-password-file FOLDER/secret")),
        with(
            "secret\nCANARY-wrong",
            "--control-tls-password-file: wrong",
            2,
            "--verbose "
                + seen(
                    "--control 0 --control-tls STORE --control-tls-password-file FOLDER/secret")),
        secret(
            "--page-tls-password-file",
            0,
            seen("--page 0 --page-tls STORE --page-tls-password-file FOLDER/secret")),
        with(
            "secret\nCANARY-wrong",
            "--page-tls-password-file: wrong",
            2,
            "--verbose "
                + seen("--page 0 --page-tls STORE --page-tls-password-file FOLDER/secret")),
        secret(
            "--otlp-token-file",
            0,
            seen(
                "--otlp-url http://NOBODY/v1 --otlp-interval 200ms --otlp-token-file FOLDER/secret")),
        of("--otlp-url", 0, "--verbose " + seen("--otlp-url http://u:CANARY@NOBODY/v1")),
        with(
            "secret\nCANARY-CANARY-CANARY",
            "--fleet-secret-file",
            3,
            "--verbose agents --fleet 127.0.0.1:1 --timeout 300ms"
                + " --fleet-secret-file FOLDER/secret"),
        secret(
            "--fleet-secret-file: too short",
            2,
            "--verbose agents --fleet 127.0.0.1:1 --fleet-secret-file FOLDER/secret"),
        secret(
            "ctl: certificate",
            3,
            "--verbose ctl --at NOBODY --tls --tls-certificate STORE"
                + " --tls-certificate-password-file FOLDER/secret status"),
        with(
            "secret\nCANARY-wrong",
            "ctl: certificate, wrong password",
            2,
            "--verbose ctl --at NOBODY --tls --tls-certificate STORE"
                + " --tls-certificate-password-file FOLDER/secret status"),
        secret(
            "ctl: token to a page",
            3,
            "--verbose ctl --at http://NOBODY --control-token-file FOLDER/secret mark CANARY"),
        of("ctl: auth", 3, "--verbose ctl --at NOBODY auth CANARY"),
        of("ctl: address", 2, "--verbose ctl --at u:CANARY@NOBODY status"),
        // scenarios
        scenario(
            "variable in exec",
            0,
            "vars: {pw: CANARY}\n" + RUN + "steps: [exec: 'echo curl -u user:${pw}']\n"),
        scenario(
            "variable in exec that fails",
            1,
            "vars: {db-password: CANARY}\n"
                + RUN
                + "steps: [exec: 'echo ${db-password}; exit 3']\n"),
        scenario(
            "variable in admin",
            1,
            "vars: {pw: CANARY}\n"
                + RUN
                + "steps: [{admin: 'login ${pw}', at: '127.0.0.1:1', timeout: 1s}]\n"),
        scenario(
            "variable in mark",
            0,
            "vars: {token: CANARY}\n" + RUN + "steps: [{mark: 'with ${token}'}, {wait: 500ms}]\n"),
        scenario(
            "variable of a loop",
            0,
            RUN
                + """
                steps:
                  - for-each: {pass: [CANARY, other-Zq7w8]}
                    do: [{measure: 'with ${pass}', for: 300ms}]
                """),
        scenario(
            "default of a variable", 0, RUN + "steps: [exec: 'echo password=${PW:-CANARY}']\n"),
        scenario(
            "name of a workload",
            0,
            "vars: {pw: CANARY}\n"
                + RUN.replace("rate: 20", "rate: 20, queue: '${pw}'")
                + "steps: [{measure: '${pw}', for: 300ms}]\n"),
        scenario("--password in exec", 0, RUN + "steps: [exec: 'true --password CANARY']\n"),
        scenario("-u in exec", 0, RUN + "steps: [exec: 'true curl -u user:CANARY x']\n"),
        scenario("header in exec", 0, RUN + "steps: [exec: \"true -H 'X-Token: CANARY'\"]\n"),
        scenario("URL in exec", 0, RUN + "steps: [exec: 'true http://u:CANARY@h/']\n"),
        scenario(
            "--set",
            0,
            "vars: {pw: x}\n" + RUN + "steps: [exec: 'true ${pw}']\n",
            " --set vars.pw=CANARY"),
        scenario(
            "provider's URL",
            3,
            runBy("{type: artemis, url: 'tcp://u:CANARY@NOBODY?password=x,CANARY'}")),
        scenario(
            "provider's property",
            2,
            runBy("{type: ibmmq, host: 127.0.0.1, property: [XMSC_PASSWORD=CANARY]}")),
        scenario(
            "provider's factory",
            2,
            runBy(
                "{type: factory, class-path: CLIENT,"
                    + " factory-class: dev.sluice.control.cli.TalkativeFactory,"
                    + " factory-property: [pin=CANARY]}")),
        scenario("unknown key", 2, RUN + "passwort: CANARY\n"),
        scenario("wrong value", 2, "vars: {pw: CANARY}\n" + RUN + "steps: [wait: '${pw}']\n"),
        new SecretPlace(
            "scenario: token of a target",
            1,
            List.of(
                "secret\nCANARY",
                "plan.yaml\n"
                    + "targets: {other: {at: '127.0.0.1:1', token-file: FOLDER/secret}}\n"
                    + RUN
                    + "steps: [{mark: 'CANARY'}, {rate: 5, target: other}]\n"),
            "--verbose run FOLDER/plan.yaml --out FOLDER/out"),
        new SecretPlace(
            "scenario: certificate of a target",
            1,
            List.of(
                "secret\nCANARY",
                "plan.yaml\n"
                    + "targets: {other: {at: '127.0.0.1:1', tls: true, tls-certificate: STORE,"
                    + " tls-certificate-password-file: FOLDER/secret}}\n"
                    + RUN
                    + "steps: [{rate: 5, target: other}]\n"),
            "--verbose run FOLDER/plan.yaml --out FOLDER/out"),
        scenario(
            "observer's command",
            0,
            "vars: {secret: CANARY}\n"
                + RUN
                + "observers: {o: {command: 'echo ${secret} >&2; exit 3'}}\n"
                + "steps: [{measure: m, for: 300ms}]\n"),
        scenario(
            "process's command",
            1,
            "vars: {passphrase: CANARY}\n"
                + "processes: {p: {command: 'echo ${passphrase}; exit 3', ready-line: never}}\n"
                + RUN),
        // older command lines
        of("perfharness -pw", 3, "perfharness " + OLD + " -us u -pw CANARY"),
        of("perfharness --explain", 0, "perfharness --explain " + OLD + " -us u -pw CANARY"),
        of("perfharness -pw without -us", 2, "perfharness " + OLD + " -pw CANARY"),
        with(
            "old\nus=u\npw=CANARY", "perfharness -hp", 3, "perfharness " + OLD + " -hp FOLDER/old"),
        of(
            "perfharness -iu",
            2,
            "perfharness -tc jms.r11.Sender -d Q -pc JNDI -ii com.sun.jndi.ldap.LdapCtxFactory"
                + " -iu ldap://u:CANARY@NOBODY -cf CF"),
        of(
            "options of ours before old ones",
            3,
            "perfharness --provider artemis --url tcp://u:CANARY@NOBODY -tc jms.r11.Sender -d Q"),
        of("cph -pw", 3, "cph -tc Sender -jb QM1 -jh 127.0.0.1 -jp 1 -us u -pw CANARY -rl 1"),
        of("cph --explain", 0, "cph --explain -tc Sender -jb QM1 -us u -pw CANARY"));
  }

  private static String runBy(String provider) {
    return """
        providers: {a: %s}
        workloads: {w: {type: send, rate: 20}}
        run: {interval: 100ms, control: 0, metrics: 0}
        """
        .formatted(provider);
  }

  /** A run that can be looked at. */
  private static String seen(String options) {
    return "send --provider null --rate 20 --duration 1s --interval 100ms --out FOLDER/out "
        + options;
  }

  private static SecretPlace jndi(String property, int exitCode) {
    return with(
        "jndi.properties\njava.naming.factory.initial=com.sun.jndi.ldap.LdapCtxFactory\n"
            + property,
        "JNDI environment: " + property,
        exitCode,
        "--verbose send --provider jndi --jndi-properties FOLDER/jndi.properties" + NOWHERE);
  }

  private static String artemis(String url) {
    return "--verbose send --provider artemis --url " + url + NOWHERE;
  }

  private static String factory(String options) {
    return "--verbose send --provider factory --factory-class"
        + " org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory "
        + options
        + NOWHERE;
  }

  private static String client(String options) {
    return "--verbose send --provider factory --class-path CLIENT --factory-class"
        + " dev.sluice.control.cli.TalkativeFactory "
        + options
        + NOWHERE;
  }

  private static String mq(String options) {
    return "--verbose send --provider ibmmq --host 127.0.0.1 --port 1 " + options + NOWHERE;
  }
}
