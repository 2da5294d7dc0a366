/** The ways in: commands over a socket ({@code socket}, and {@code client}, its other end). */
package dev.sluice.control.endpoint;
