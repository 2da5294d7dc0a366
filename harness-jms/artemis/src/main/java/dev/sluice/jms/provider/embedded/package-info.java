/** A broker inside the harness, to try things without any other. */
package dev.sluice.jms.provider.embedded;
