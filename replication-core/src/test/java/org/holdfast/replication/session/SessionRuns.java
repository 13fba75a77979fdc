// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.holdfast.replication.protocol.DirectedRuns;

/**
 * The tests of what rules say about a session above the protocol, so that they can be started from
 * outside the class loader of both.
 */
public final class SessionRuns implements LongConsumer, Consumer<String> {

  private static final List<Class<?>> TESTS =
      List.of(SessionRulesIT.class, DeniedIdIT.class, HeldBackAttributeIT.class);

  /** The seed changes nothing. */
  @Override
  public void accept(long seed) {
    TESTS.forEach(DirectedRuns::runAll);
  }

  /** Runs {@code Class.method}, if there is such a test. */
  @Override
  public void accept(String name) {
    TESTS.forEach(test -> DirectedRuns.runOne(test, name));
  }
}
