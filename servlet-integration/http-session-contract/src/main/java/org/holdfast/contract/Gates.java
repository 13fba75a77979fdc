// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The gates at which pages of one application wait until the test opens them. Thread-safe. */
public final class Gates {
  private static final long WAIT_SECONDS = 20;

  private static final class Gate {
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch opened = new CountDownLatch(1);
  }

  private final Map<String, Gate> gates = new ConcurrentHashMap<>();

  private Gate gate(String name) {
    return gates.computeIfAbsent(name, same -> new Gate());
  }

  /** Waits until the gate is opened, at most 20 s. Called by pages. */
  public void pass(String name) {
    Gate gate = gate(name);
    gate.reached.countDown();
    try {
      if (!gate.opened.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("gate " + name + " not opened within 20 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at gate " + name, e);
    }
  }

  boolean isReached(String name) {
    return gate(name).reached.getCount() == 0;
  }

  void open(String name) {
    gate(name).opened.countDown();
  }

  /** Opens all gates, since the node is to end. */
  void openAll() {
    gates.values().forEach(gate -> gate.opened.countDown());
  }
}
