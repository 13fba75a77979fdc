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

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.protocol.ReplicaConfig;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void goesThroughTakeoversHandOversAndAdoptions() {
    ReplicaConfig config =
        new ReplicaConfig(
            1, SECOND, SECOND, SECOND, SECOND, SECOND, SECOND, SECOND, 100, 1 << 20, 0, false);

    assertThat(new Rehearsal(config).run()).isEqualTo(new Rehearsal.Outcome(800, 800));
  }
}
