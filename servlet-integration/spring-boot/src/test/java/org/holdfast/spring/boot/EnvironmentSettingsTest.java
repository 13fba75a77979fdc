// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.holdfast.servlet.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class EnvironmentSettingsTest {
  private final StandardEnvironment environment = new StandardEnvironment();
  private final MutablePropertySources places = environment.getPropertySources();

  EnvironmentSettingsTest() {
    places.remove(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    places.remove(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
  }

  private void variables(Map<String, Object> values) {
    places.addFirst(
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, values));
  }

  private void file(Map<String, Object> values) {
    places.addLast(new MapPropertySource("application.yml", values));
  }

  private Settings read() {
    return EnvironmentSettings.read(environment, getClass().getClassLoader());
  }

  @Test
  void takesWhatEachSpellingSays() {
    variables(Map.of("HOLDFAST_ACK_TIMEOUT_MILLIS", "300", "HOLDFAST_MAXDEPTH", "20"));
    file(
        Map.of(
            "holdfast.hand-over-timeout-millis",
            400,
            "holdfast.acquireTimeoutMillis",
            "5000",
            "holdfast.member_name",
            "node-1",
            "server.port",
            80));

    assertThat(read().get("ackTimeoutMillis")).isEqualTo("300");
    assertThat(read().get("maxDepth")).isEqualTo("20");
    assertThat(read().get("handOverTimeoutMillis")).isEqualTo("400");
    assertThat(read().get("acquireTimeoutMillis")).isEqualTo("5000");
    assertThat(read().get("memberName")).isEqualTo("node-1");
  }

  @Test
  void takesTheFirstPlace_inTheOrderOfSpring_howeverItIsWrittenThere() {
    file(Map.of("holdfast.member-name", "of-file", "holdfast.cluster", "of-file"));
    variables(Map.of("HOLDFAST_MEMBER_NAME", "of-environment", "HOLDFAST_ZONE", "a"));
    places.addFirst(
        new MapPropertySource(
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            Map.of("holdfast.memberName", "of-process", "holdfast.zone", "b")));
    places.addFirst(new SimpleCommandLinePropertySource("--holdfast.memberName=of-command"));

    assertThat(read().get("memberName")).isEqualTo("of-command");
    assertThat(read().get("zone")).isEqualTo("b");
    assertThat(read().get("cluster")).isEqualTo("of-file");
  }

  @Test
  void takesNoSettingsFromWhatKubernetesSets_forAServiceOfThatName() {
    variables(
        Map.of(
            "HOLDFAST_SERVICE_HOST", "10.0.0.11",
            "HOLDFAST_SERVICE_PORT_HTTP", "80",
            "HOLDFAST_PORT", "tcp://10.0.0.11:80",
            "HOLDFAST_PORT_80_TCP_PROTO", "tcp",
            "HOLDFAST_CLUSTER", "shop"));

    assertThat(read().get("cluster")).isEqualTo("shop");
  }

  @Test
  void showsNoSecret_whenAPlaceholderCannotBeFilled() {
    for (String name : Settings.SECRETS) {
      places.remove("application.yml");
      file(Map.of("holdfast." + name, "correct-horse-${battery}-staple"));

      assertThatThrownBy(this::read)
          .isInstanceOf(InvalidSettingsException.class)
          .hasMessageStartingWith("application.yml: holdfast." + name + " has a placeholder")
          .satisfies(
              refusal ->
                  assertThat(Throwables.getStackTrace(refusal)).doesNotContain("correct-horse"));
    }
  }

  @Test
  void takesASecretFromItsFile(@TempDir Path directory) throws IOException {
    Path secret = Files.writeString(directory.resolve("token"), "correct-horse-battery\n");
    file(Map.of("holdfast.status-token-file", secret.toString()));

    assertThat(read().node("n").statusToken().text()).isEqualTo("correct-horse-battery");
  }

  @Test
  void fillsPlaceholders() {
    file(Map.of("holdfast.cluster", "${shop.name}-cluster", "shop.name", "books"));

    assertThat(read().get("cluster")).isEqualTo("books-cluster");
  }

  @Test
  void namesTheApplicationAsSpringDoes_unlessItIsNamedOtherwise() {
    file(Map.of("spring.application.name", "shop"));
    assertThat(read().get("application")).isEqualTo("shop");

    places.addFirst(new SimpleCommandLinePropertySource("--holdfast.application=till"));
    assertThat(read().get("application")).isEqualTo("till");
  }

  @Test
  void refusesAnUnknownName_namingItsPlaceAndTheNearest() {
    file(Map.of("holdfast.ack-timeout", "300"));

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessage(
            "application.yml: holdfast.ack-timeout is not a setting of Holdfast; the nearest is"
                + " holdfast.ackTimeoutMillis");
  }

  @Test
  void refusesAnImpossibleValue_inTheWordsOfTheSetting_namingItsPlace() {
    variables(Map.of("HOLDFAST_MAX_DEPTH", "3"));

    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessage(
            "maxDepth must be between 8 and 2000, was 3 (environment variable HOLDFAST_MAX_DEPTH)");
  }
}
