package dev.sluice.control.cli.command;

import dev.sluice.control.catalogue.Catalogue;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.PortOptions;
import dev.sluice.control.cli.option.run.TokenOption;
import dev.sluice.control.endpoint.access.AccessTokens;
import dev.sluice.control.endpoint.access.PortSettings;
import dev.sluice.control.endpoint.http.HttpServer;
import dev.sluice.control.sink.page.CatalogueSite;
import dev.sluice.core.text.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the runs of a folder in a browser. */
@Command(
    description = {
      "Show the run folders under a folder as a page.",
      "Search and filter them, compare some, follow a figure over time. It only reads.",
      "Runs until it is ended."
    },
    footer = {
      "  sluice serve results --page 8080",
      "  sluice serve results --page 8443 --page-bind 0.0.0.0 \\",
      "      --page-tls page.pem --watch-token-file token.txt"
    })
final class ServeCommand extends CommandPart implements Callable<Integer> {

  /** How long the list may be behind the folders. */
  private static final Duration REFRESH_PERIOD = Duration.ofSeconds(5);

  /** Fewer folders are read fast enough to need no progress line. */
  private static final int PROGRESS_MIN_FOLDERS = 500;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      description = "The folder that holds run folders, at any depth (default: this one).")
  Path folder = Path.of(".");

  @Mixin TokenOption.ForLooking watchToken;

  @Mixin PortOptions.Page page;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PortSettings settings =
        page.settings(() -> new AccessTokens(Optional.empty(), watchToken.token()))
            .orElseThrow(() -> refusal("Missing required option: '--page=PORT'"));
    Catalogue catalogue = Catalogue.open(folder);
    CatalogueSite site = new CatalogueSite(catalogue);
    try (HttpServer server = new HttpServer(settings, site.routes())) {
      server.start();
      out().println("page on " + server.url("/"));
      while (true) {
        catalogue.refresh(
            (done, all) -> {
              site.progress(done, all);
              tell(done, all);
            });
        Thread.sleep(REFRESH_PERIOD.toMillis());
      }
    }
  }

  private void tell(int done, int all) {
    if (all >= PROGRESS_MIN_FOLDERS) {
      out().println("read " + Figures.count(done) + " of " + Figures.count(all) + " folders");
    }
  }
}
