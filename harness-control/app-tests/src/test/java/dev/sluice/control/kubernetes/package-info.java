/** Checks of the manifests in {@code config/kubernetes}. */
package dev.sluice.control.kubernetes;
