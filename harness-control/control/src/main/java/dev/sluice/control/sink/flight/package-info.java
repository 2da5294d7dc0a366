/** What a run does, as events of a flight recording of this JVM. */
package dev.sluice.control.sink.flight;
