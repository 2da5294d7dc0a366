/** What is a secret, and that it is written nowhere. */
package dev.sluice.control.secret;
