/** What brokers say of themselves beside what clients saw. */
package dev.sluice.it.observe;
