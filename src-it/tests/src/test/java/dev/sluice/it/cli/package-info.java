/** The packaged program against a simulated queue manager. */
package dev.sluice.it.cli;
