/** The certificate of a rehearsal: how long each fault stopped the work, and what was lost. */
package dev.sluice.control.analysis.rehearsal;
