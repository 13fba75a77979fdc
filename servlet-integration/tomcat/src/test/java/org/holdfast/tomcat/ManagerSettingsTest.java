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

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.config.UnreadablePolicy;
import org.holdfast.replication.config.Verification;
import org.junit.jupiter.api.Test;

class ManagerSettingsTest {
  private final ManagerSettings settings = new ManagerSettings();

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
        .forEach(settings::set);

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

    settings.set("patchFromBytes", "0");
    assertThat(application().patchFromBytes()).isZero();

    settings.set("patchFromBytes", "100");
    assertThatThrownBy(this::application)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("patchFromBytes must be between 256 and 1073741824, was 100");
  }

  @Test
  void refusesALimitThatIsNoNumber_namingTheAttribute() {
    settings.set("maxElements", "many");

    assertThatThrownBy(this::serialization)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxElements must be a whole number, was \"many\"");
  }

  private SerializationConfig serialization() {
    return application().serialization();
  }

  private ApplicationConfig application() {
    return settings.application("shop", getClass().getClassLoader());
  }
}
