/** Many processes, one run: agents and a controller as a person starts them. */
package dev.sluice.it.fleet;
