/** The HTTP interface of a run: its figures, its events, and its commands, as JSON. */
package dev.sluice.control.endpoint.api;
