// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Skips a test that failed if the process {@linkplain Standstills stood still} meanwhile. Its nodes
 * may then refuse requests rightly, and whatever was to happen within some seconds may have come
 * late. A test that passes counts. No more than {@value #MOST} tests of a process are skipped so: a
 * fault of ours could make it stand still. A failure before the test began is not excused.
 */
final class StandstillVerdict implements BeforeEachCallback, TestExecutionExceptionHandler {
  static final int MOST = 5;

  private static final AtomicInteger SKIPPED = new AtomicInteger();

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(StandstillVerdict.class);

  private final Standstills standstills;

  /** Called by JUnit. */
  StandstillVerdict() {
    this(Standstills.ofThisProcess());
  }

  StandstillVerdict(Standstills standstills) {
    this.standstills = standstills;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    context.getStore(NAMESPACE).put("begun", System.nanoTime());
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    long begunNanos = Objects.requireNonNull(context.getStore(NAMESPACE).get("begun", Long.class));
    Throwable verdict = verdict(failure, begunNanos, System.nanoTime());
    if (verdict != failure && SKIPPED.incrementAndGet() > MOST) {
      throw failure;
    }
    throw verdict;
  }

  /** Returns what to throw for a test that failed. */
  Throwable verdict(Throwable failure, long begunNanos, long nowNanos) {
    return standstills.haveComeSince(begunNanos, nowNanos)
        ? new TestAbortedException(
            "this process stood still during the test, so its failure proves nothing", failure)
        : failure;
  }
}
