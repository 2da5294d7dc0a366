import java.io.*;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.stream.*;

/** A broker of Pulsar in a process of its own, on two free ports, with transactions; ends with this JVM. */
public record PulsarBroker(String url, String web) {

  private static final HttpClient http = HttpClient.newHttpClient();

  public static PulsarBroker start() throws Exception {
    int port;
    int web;
    try (ServerSocket one = new ServerSocket(0); ServerSocket other = new ServerSocket(0)) {
      port = one.getLocalPort();
      web = other.getLocalPort();
    }
    Files.writeString(Path.of("conf"), """
        clusterName=standalone
        bindAddress=127.0.0.1
        transactionCoordinatorEnabled=true
        loadBalancerEnabled=false
        allowLoopback=true
        managedLedgerDefaultEnsembleSize=1
        managedLedgerDefaultWriteQuorum=1
        managedLedgerDefaultAckQuorum=1
        brokerServicePort=%d
        webServicePort=%d
        """.formatted(port, web));
    String jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(jar -> !jar.contains("pulsar-jms-all")) // it has some of the broker's classes
        .collect(Collectors.joining(File.pathSeparator));
    Process process = new ProcessBuilder(("java -cp " + jars + " org.apache.pulsar.PulsarStandaloneStarter --config conf"
        + " --bookkeeper-dir bk --metadata-dir meta -a 127.0.0.1 -nss -nfw").split(" "))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    HttpRequest namespaces =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + web + "/admin/v2/namespaces/public/default")).build();
    for (boolean up = false; !up && process.isAlive(); Thread.sleep(500)) {
      try {
        up = http.send(namespaces, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
      } catch (IOException e) {
        up = false; // nobody listens yet
      }
    }
    return new PulsarBroker("pulsar://127.0.0.1:" + port, "http://127.0.0.1:" + web);
  }

  /** What its administration answers at a path. */
  public String admin(String path) throws Exception {
    return http.send(HttpRequest.newBuilder(URI.create(web + path)).build(), HttpResponse.BodyHandlers.ofString()).body();
  }
}
