package dev.sluice.core.run;

import java.util.ArrayList;
import java.util.List;

/**
 * The area under the total rate of a workload, from the commands it was given and nothing else. A
 * target moves in a straight line from where it was; the total is the target, or the target times
 * the number of workers. Between commands and ends of ramps the total is a straight line, so the
 * area is a sum of trapezia.
 */
final class TotalArea {

  /** A straight part of the total rate. */
  private record Piece(
      long fromNanos, long toNanos, double before, double fromPerSecond, double toPerSecond) {

    double at(long nanos) {
      double seconds = (Math.min(nanos, toNanos) - fromNanos) / 1e9;
      return before + seconds * (fromPerSecond + perSecondAt(nanos)) / 2;
    }

    double perSecondAt(long nanos) {
      double share =
          toNanos == fromNanos
              ? 1
              : (double) (Math.min(nanos, toNanos) - fromNanos) / (toNanos - fromNanos);
      return fromPerSecond + share * (toPerSecond - fromPerSecond);
    }
  }

  private final List<Piece> pieces = new ArrayList<>();
  private long nowNanos;
  private double sum;
  private double slack;
  private boolean ofEach; // whether the target is of each worker
  private int workers;
  private double value; // of the target
  private double finalValue;
  private double secondsLeft; // of the ramp
  private boolean paused;

  TotalArea(long nowNanos, RateTarget target, int workers) {
    this.nowNanos = nowNanos;
    this.workers = workers;
    change(target, 0);
  }

  private void change(RateTarget target, double overSeconds) {
    double total = totalWithoutPause();
    ofEach = target instanceof RateTarget.PerWorker;
    finalValue = target.perSecond();
    value = overSeconds == 0 ? finalValue : ofEach ? total / workers : total;
    secondsLeft = overSeconds;
  }

  /** An absolute change ends a ramp; a relative one moves its end up or down, and not in time. */
  void change(RateChange change, double overSeconds) {
    if (change instanceof RateChange.ToPerWorker to) {
      change(new RateTarget.PerWorker(to.perSecond()), overSeconds);
      return;
    }
    if (change instanceof RateChange.ToTotal to) {
      change(new RateTarget.Total(to.perSecond()), overSeconds);
      return;
    }
    double by =
        change instanceof RateChange.ByPercent percent
            ? finalValue * percent.percent() / 100
            : ((RateChange.ByPerWorker) change).perSecond() * (ofEach ? 1 : workers);
    if (secondsLeft <= 0 && overSeconds == 0) {
      value += by;
    }
    finalValue += by;
    secondsLeft = overSeconds == 0 ? secondsLeft : overSeconds;
  }

  void pause(boolean now) {
    paused = now;
  }

  void workers(int count) {
    workers = count;
  }

  void passTo(long nanos) {
    if (!paused && secondsLeft > 0) {
      long endNanos = nowNanos + (long) Math.min(1e18, secondsLeft * 1e9);
      if (endNanos <= nanos) {
        piece(endNanos, finalValue);
        secondsLeft = 0;
      } else {
        double seconds = (nanos - nowNanos) / 1e9;
        double reached = value + (finalValue - value) * seconds / secondsLeft;
        piece(nanos, reached);
        secondsLeft -= seconds;
        return;
      }
    }
    piece(nanos, value);
  }

  private void piece(long untilNanos, double valueThen) {
    double from = totalPerSecond();
    value = paused ? value : valueThen;
    Piece piece = new Piece(nowNanos, untilNanos, sum, from, totalPerSecond());
    pieces.add(piece);
    slack += 2 * Math.max(from, totalPerSecond()) / 1e9;
    sum = piece.at(untilNanos);
    nowNanos = untilNanos;
  }

  boolean ramping() {
    return secondsLeft > 0;
  }

  /** Whether the target is of each worker. */
  boolean ofEach() {
    return ofEach;
  }

  double totalPerSecond() {
    return paused ? 0 : totalWithoutPause();
  }

  private double totalWithoutPause() {
    return ofEach ? value * workers : value;
  }

  double at(long nanos) {
    return pieces.isEmpty() ? 0 : pieceOf(nanos).at(nanos);
  }

  /** The error that whole nanoseconds at both ends of each piece, and arithmetic, allow so far. */
  double rounding() {
    return slack + 1e-6 * (1 + sum);
  }

  private Piece pieceOf(long nanos) {
    for (int i = pieces.size() - 1; i > 0; i--) {
      if (pieces.get(i).fromNanos <= nanos) {
        return pieces.get(i);
      }
    }
    return pieces.get(0);
  }
}
