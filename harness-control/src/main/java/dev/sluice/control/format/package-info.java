/** What a run leaves as text: names of files, JSON, comma-separated values, histogram logs. */
package dev.sluice.control.format;
