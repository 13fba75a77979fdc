// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.tomcat.util.IntrospectionUtils;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.config.UnreadablePolicy;
import org.holdfast.replication.config.Verification;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerSettingsTest {
  private final HoldfastManager manager = new HoldfastManager();
  private final Map<String, String> parameters = new HashMap<>();

  @Test
  void givesTheDefaultsOfSerialization_whenNothingIsSet() {
    assertThat(serialization()).isEqualTo(SerializationConfig.DEFAULT);
  }

  @Test
  void takesEachAttributeOfSerialization() {
    Map.of(
            "allowedClasses", "com.vendor.**",
            "classAliases", "a.B=c.D",
            "unreadable", "invalidate",
            "maxAttributeBytes", "1000",
            "maxDepth", "20",
            "maxObjects", "300",
            "maxElements", "400",
            "maxDecodeMillis", "700",
            "verify", "every-write",
            "codec", "jdk")
        .forEach(manager::set);

    assertThat(serialization())
        .isEqualTo(
            SerializationConfig.builder()
                .allowedClasses("com.vendor.**")
                .classAliases("a.B=c.D")
                .unreadable(UnreadablePolicy.INVALIDATE)
                .maxAttributeBytes(1_000)
                .maxDepth(20)
                .maxObjects(300)
                .maxElements(400)
                .maxDecodeMillis(700)
                .verify(Verification.EVERY_WRITE)
                .codec(CodecChoice.JDK)
                .build());
  }

  @Test
  void takesTheSizeFromWhichOnPatchesTravel_orTheDefault() {
    assertThat(application().patchFromBytes()).isEqualTo(8_192);

    manager.set("patchFromBytes", "0");
    assertThat(application().patchFromBytes()).isZero();

    manager.set("patchFromBytes", "100");
    assertThatThrownBy(this::application)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "patchFromBytes must be between 256 and 1073741824, was 100 (attribute patchFromBytes)");
  }

  @Test
  void refusesALimitThatIsNoNumber_namingTheAttribute() {
    manager.set("maxElements", "many");

    assertThatThrownBy(this::serialization)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxElements must be a whole number, was \"many\" (attribute maxElements)");
  }

  @Test
  void refusesAnAttributeThatIsNoSetting_namingTheNearest() {
    assertThat(IntrospectionUtils.setProperty(manager, "ackTimeout", "100")).isTrue();

    assertThatThrownBy(this::settings)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "attribute ackTimeout is not a setting of Holdfast; the nearest is ackTimeoutMillis");
  }

  @Test
  void takesEachSettingAsAnAttribute_andTomcatsOwnBesides() {
    for (String name : Settings.NAMES) {
      assertThat(IntrospectionUtils.setProperty(manager, name, "1")).as(name).isTrue();
      assertThat(settings().get(name)).as(name).isEqualTo("1");
    }
    assertThat(IntrospectionUtils.setProperty(manager, "maxActiveSessions", "7")).isTrue();
    assertThat(IntrospectionUtils.setProperty(manager, "className", "x")).isTrue();

    assertThat(manager.getMaxActiveSessions()).isEqualTo(7);
    assertThat(settings().get("cluster")).isEqualTo("1");
  }

  @Test
  void takesContextParameters_whereNoAttributeSaysOtherwise() {
    parameters.put("holdfast.cluster", "of-parameter");
    parameters.put("holdfast.zone", "of-parameter");
    parameters.put("javax.faces.STATE", "x");
    manager.set("zone", "of-attribute");

    assertThat(settings().get("cluster")).isEqualTo("of-parameter");
    assertThat(settings().get("zone")).isEqualTo("of-attribute");
  }

  @Test
  void looksForFilesInTheBaseOfTomcat(@TempDir Path base) throws IOException {
    Files.writeString(base.resolve("secret"), "correct-horse-battery");
    manager.set("sessionIdSecretFile", "secret");
    manager.set("keyStore", "conf/cluster.p12");
    String before = System.getProperty("catalina.base");
    System.setProperty("catalina.base", base.toString());
    try {
      NodeConfig node = settings().node("n");

      assertThat(node.sessionIdSecret().text()).isEqualTo("correct-horse-battery");
      assertThat(node.tls().keyStore()).isEqualTo(base.resolve("conf/cluster.p12").toString());
    } finally {
      if (before == null) {
        System.clearProperty("catalina.base");
      } else {
        System.setProperty("catalina.base", before);
      }
    }
  }

  private Settings settings() {
    return manager.settings(SettingsSource.contextParameters(parameters.keySet(), parameters::get));
  }

  private SerializationConfig serialization() {
    return application().serialization();
  }

  private ApplicationConfig application() {
    return settings().application("shop", getClass().getClassLoader());
  }
}
