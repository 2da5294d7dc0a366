/** What a run leaves, looked at as people look at it: in a browser. */
package dev.sluice.it.results;
