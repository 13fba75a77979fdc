/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
