/** Finds secrets and keeps them out of all output. */
package dev.sluice.control.secret;
