/** Any broker by a connection factory that is made here, without a naming service. */
package dev.sluice.jms.provider.factory;
