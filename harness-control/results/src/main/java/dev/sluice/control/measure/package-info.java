/** Measurements and findings of steps, and the objectives for them. */
package dev.sluice.control.measure;
