/** YAML in which everything knows its place, so that a mistake is shown where it was made. */
package dev.sluice.control.scenario.yaml;
