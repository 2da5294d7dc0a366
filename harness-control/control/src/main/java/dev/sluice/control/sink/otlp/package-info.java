/** The metrics of a run as OTLP, pushed to a collector. */
package dev.sluice.control.sink.otlp;
