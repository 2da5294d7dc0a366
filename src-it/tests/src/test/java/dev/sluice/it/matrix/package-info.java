/** Every type of worker in every mode on every broker. */
package dev.sluice.it.matrix;
