/** The push of metrics, received by the classes of the OpenTelemetry protocol. */
package dev.sluice.control.sink.otlp;
