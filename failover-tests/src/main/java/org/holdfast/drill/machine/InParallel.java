// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Does the same to several things at a time, as near to at once as threads can. */
public final class InParallel {
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "in-parallel");
            thread.setDaemon(true);
            return thread;
          });

  private InParallel() {}

  /**
   * Returns when it is done to each; every one of them is tried.
   *
   * @throws RuntimeException the first that {@code action} threw
   */
  public static <T> void each(List<T> these, Consumer<T> action) {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (T each : these) {
      running.add(CompletableFuture.runAsync(() -> action.accept(each), THREADS));
    }
    RuntimeException first = null;
    for (CompletableFuture<Void> each : running) {
      try {
        each.join();
      } catch (CompletionException | CancellationException e) {
        RuntimeException thrown = e.getCause() instanceof RuntimeException cause ? cause : e;
        if (first == null) {
          first = thrown;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
