// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.transport.grizzly.GrizzlyTransport;
import org.junit.jupiter.api.Test;

class ReplicaSettingsTest {
  private static final ClassLoader LOADER = ReplicaSettingsTest.class.getClassLoader();

  private static AnnouncedSettings announced(NodeConfig config, ApplicationConfig application) {
    return ReplicaSettings.announced(config, application, GrizzlyTransport.spokenVersions());
  }

  private static String value(AnnouncedSettings announced, String name) {
    return announced.values().get(AnnouncedSettings.NAMES.indexOf(name));
  }

  @Test
  void announcesAValueForEachName_inTheOrderOfTheNames() {
    AnnouncedSettings announced =
        announced(NodeConfig.builder("node").build(), ApplicationConfig.of("shop", LOADER));

    assertThat(announced.values()).hasSameSizeAs(AnnouncedSettings.NAMES);
    assertThat(value(announced, "protocolVersions")).isEqualTo(GrizzlyTransport.spokenVersions());
    assertThat(value(announced, "codec")).isEqualTo("kryo");
    assertThat(value(announced, "scope")).isEqualTo("modified-attribute");
    assertThat(value(announced, "detection")).isEqualTo("on-get");
    assertThat(value(announced, "ackMode")).isEqualTo("sync");
    assertThat(value(announced, "degraded")).isEqualTo("continue");
    assertThat(value(announced, "maxElements"))
        .isEqualTo(Integer.toString(SerializationConfig.DEFAULT.maxElements()));
    assertThat(value(announced, "classAliases (as a hash)")).isEqualTo("0");
    assertThat(announced.conflict("node-1", announced, "node-2")).isNull();
  }

  @Test
  void announcesNothingOfApplications_whenNoneStartsTheNode() {
    AnnouncedSettings announced = announced(NodeConfig.builder("node").build(), null);

    assertThat(announced.values()).hasSize(AnnouncedSettings.NAMES.indexOf("application"));
  }

  @Test
  void fitsIntoThePartOfAnAddress_whateverTheSettings() {
    NodeConfig config =
        NodeConfig.builder("node")
            .partition(PartitionPolicy.CONSISTENT)
            .expectedNodes(1000)
            .ackTimeout(Duration.ofSeconds(30))
            .silenceTimeout(Duration.ofSeconds(10))
            .acquireTimeout(Duration.ofSeconds(60))
            .handOverTimeout(Duration.ofSeconds(60))
            .maxFrameBytes(256 << 20)
            .maxQueuedBytes(256 << 20)
            .build();
    ApplicationConfig application =
        new ApplicationConfig(
            "x".repeat(256),
            LOADER,
            ReplicationScope.MODIFIED_ATTRIBUTE,
            ChangeDetection.ON_GET,
            AckMode.ASYNC,
            Duration.ofSeconds(60),
            DegradedPolicy.CONTINUE,
            Duration.ofSeconds(60),
            0,
            SerializationConfig.builder()
                .maxAttributeBytes(1 << 30)
                .maxDepth(2_000)
                .maxObjects(Integer.MAX_VALUE)
                .maxElements(Integer.MAX_VALUE)
                .allowedClasses("org.example.*")
                .classAliases("org.example.Old=org.example.New")
                .build());

    assertThat(String.join("/", announced(config, application).values()))
        .as("a part of a JGroups address")
        .hasSizeLessThanOrEqualTo(255);
  }

  @Test
  void announcesOnlyCodecsThatEachMemberReads() {
    for (CodecChoice codec : CodecChoice.values()) {
      ApplicationConfig application =
          ApplicationConfig.of("shop", LOADER)
              .withSerialization(SerializationConfig.builder().codec(codec).build());

      assertThat(AnnouncedSettings.READABLE_CODECS)
          .contains(value(announced(NodeConfig.builder("node").build(), application), "codec"));
    }
  }
}
