/** The command lines of the older tools, run by the packaged program. */
package dev.sluice.it.legacy;
