/** Time as the engine sees it; injected everywhere, so that pacing is tested without sleeping. */
package dev.sluice.core.time;
