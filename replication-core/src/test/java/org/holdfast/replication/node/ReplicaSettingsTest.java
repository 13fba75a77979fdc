// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.transport.grizzly.GrizzlyTransport;
import org.junit.jupiter.api.Test;

class ReplicaSettingsTest {
  @Test
  void announcesAValueForEachName_inTheOrderOfTheNames() {
    AnnouncedSettings announced =
        ReplicaSettings.announced(
            NodeConfig.builder("node").build(), GrizzlyTransport.spokenVersions());

    assertThat(announced.values()).hasSameSizeAs(AnnouncedSettings.NAMES);
    assertThat(announced.values().get(AnnouncedSettings.NAMES.indexOf("protocolVersions")))
        .isEqualTo(GrizzlyTransport.spokenVersions());
    assertThat(announced.conflict("node-1", announced, "node-2")).isNull();
  }
}
