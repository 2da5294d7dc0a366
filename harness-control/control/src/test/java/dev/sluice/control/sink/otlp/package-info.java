/** The push of metrics, read as a collector reads it. */
package dev.sluice.control.sink.otlp;
