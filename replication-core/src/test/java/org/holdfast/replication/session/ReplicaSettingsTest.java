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
