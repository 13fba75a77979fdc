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

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.jgroups.Version;
import org.junit.jupiter.api.Test;

/**
 * JGroups drops messages of another major or minor version, so that nodes with one and nodes with
 * another cannot form one cluster: {@code docs/design/014-protocol-versions.md}.
 */
class JGroupsVersionTest {
  @Test
  void isTheOneThatFormerReleasesCanTalkTo() {
    short[] majorMinorMicro = Version.decode(Version.version);

    assertThat(majorMinorMicro).startsWith((short) 5, (short) 5);
    assertThat(Version.isBinaryCompatible(Version.encode(5, 5, 0))).as("another micro").isTrue();
    assertThat(Version.isBinaryCompatible(Version.encode(5, 6, 7))).as("another minor").isFalse();
  }
}
