/** How connections and destinations are obtained, and what it means when they fail. */
package dev.sluice.jms.provider;
