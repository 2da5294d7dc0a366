/** The check of histories: what became of each message, from what both ends recorded. */
package dev.sluice.control.analysis.check;
