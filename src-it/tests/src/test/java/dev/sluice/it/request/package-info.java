/** Requests and replies through the real harness, with workers of the tests. */
package dev.sluice.it.request;
