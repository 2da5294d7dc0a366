/** Checks of what arrives, against a provider that does wrong on purpose. */
package dev.sluice.it.delivery;
