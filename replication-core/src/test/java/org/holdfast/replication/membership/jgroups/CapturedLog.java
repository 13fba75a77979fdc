// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Collects what is logged while something runs; the tests' binding writes to standard error. */
public final class CapturedLog {
  /** The work during which the log is captured. */
  public interface Step {
    void run() throws Exception;
  }

  private CapturedLog() {}

  public static String of(Step step) {
    return awaiting("", step);
  }

  /** Waits, at most 30 s after the step, until {@code text} was logged. */
  public static String awaiting(String text, Step step) {
    PrintStream original = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      step.run();
      await().atMost(Duration.ofSeconds(30)).until(() -> text(bytes).contains(text));
    } catch (Exception failure) {
      throw new AssertionError("step failed, log was:\n" + bytes, failure);
    } finally {
      System.setErr(original);
    }
    return text(bytes);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
