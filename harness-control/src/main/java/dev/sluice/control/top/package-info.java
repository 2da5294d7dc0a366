/** A run on another host, or of another process, as a full screen of a terminal. */
package dev.sluice.control.top;
