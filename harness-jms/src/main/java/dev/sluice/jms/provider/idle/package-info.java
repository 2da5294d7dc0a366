/** No broker at all: workers that do nothing show what the harness itself can do. */
package dev.sluice.jms.provider.idle;
