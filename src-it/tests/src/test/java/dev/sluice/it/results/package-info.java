/** The results of a run, in a browser. */
package dev.sluice.it.results;
