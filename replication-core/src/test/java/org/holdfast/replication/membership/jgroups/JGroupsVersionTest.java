// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
