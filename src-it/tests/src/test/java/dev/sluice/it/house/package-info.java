/** Laws of the whole source tree. */
package dev.sluice.it.house;
