package dev.sluice.control.sink.folder;

import dev.sluice.core.run.RunSpec;
import java.util.Map;
import java.util.Optional;

/**
 * The description of a run before it starts.
 *
 * @param spec the run
 * @param provider how it reaches its broker, in one line without secrets
 * @param configuration everything it was told, by name; secrets are masked when it is written
 * @param environment what it runs on
 * @param labels what people find it by, by key
 * @param table the table of connections, if there is one
 */
public record RunDescription(
    RunSpec spec,
    String provider,
    Map<String, Object> configuration,
    Environment environment,
    Map<String, String> labels,
    Optional<TableDigest> table) {}
