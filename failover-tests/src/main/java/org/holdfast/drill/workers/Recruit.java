// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/*
 * Threads: JGroups' call answered() and lose(), the coordinator's the rest. Lock: this monitor.
 * I1  Once lost, always lost.   I2  An answer to another question than the last is not kept,
 *     but for one that is to any.
 */
/**
 * A worker as its coordinator knows it: what it was asked last, what it answered, if it is lost.
 */
final class Recruit {
  private final Address address;
  private final String name;

  @GuardedBy("this")
  private String phase = "before its first stage";

  @GuardedBy("this")
  private long phaseNanos = System.nanoTime();

  @GuardedBy("this")
  private long question = -1;

  @GuardedBy("this")
  private @Nullable Letter answer;

  @GuardedBy("this")
  private @Nullable String when;

  @GuardedBy("this")
  private String how = "";

  Recruit(Address address, String name) {
    this.address = address;
    this.name = name;
  }

  Address address() {
    return address;
  }

  String name() {
    return name;
  }

  /** Says what it does from now on, for the words if it is lost in it. */
  synchronized void nowIn(String phaseOfStage) {
    phase = phaseOfStage;
    phaseNanos = System.nanoTime();
  }

  synchronized void expect(long nextQuestion) {
    question = nextQuestion;
    answer = null;
  }

  synchronized void answered(long answeredQuestion, Letter letter) {
    if (answeredQuestion == question || answeredQuestion == Letter.ANY_QUESTION) {
      answer = letter;
      notifyAll();
    }
  }

  synchronized void lose(String reason) {
    if (when == null) {
      double seconds = (System.nanoTime() - phaseNanos) / 1e9;
      when = String.format(Locale.ROOT, "%s was lost %.1f s into %s", name, seconds, phase);
      how = reason;
      notifyAll();
    }
  }

  synchronized boolean isLost() {
    return when != null;
  }

  /** When and how it was lost. */
  synchronized String words(String detail) {
    return when + ": " + how + (detail.isEmpty() ? "" : " (" + detail + ")");
  }

  /** Waits for the answer; null if it is lost, or does not answer in time. */
  synchronized @Nullable Letter await(long deadlineNanos) throws InterruptedException {
    while (answer == null && when == null) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return when == null ? answer : null;
  }
}
