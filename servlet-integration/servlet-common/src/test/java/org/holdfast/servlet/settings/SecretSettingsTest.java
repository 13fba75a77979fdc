// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.util.Throwables;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.config.TlsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each secret, in each way to set it: the node has it, and nothing shows it. */
class SecretSettingsTest {
  private static final String SECRET = "correct-horse-battery-staple";
  private static final List<String> SECRETS = Settings.SECRETS;

  /** The place of each secret in a node. */
  private static final Map<String, Function<NodeConfig, Secret>> OF_NODE =
      Map.of(
          "keyStorePassword",
          node -> node.tls().keyStorePassword(),
          "trustStorePassword",
          node -> node.tls().trustStorePassword(),
          "statusToken",
          NodeConfig::statusToken,
          "sessionIdSecret",
          NodeConfig::sessionIdSecret,
          "acceptedSessionIdSecret",
          NodeConfig::acceptedSessionIdSecret);

  @TempDir private Path directory;

  @Test
  void listsEachSecretOfANode() {
    List<String> ofNode =
        Stream.of(NodeConfig.class, TlsConfig.class)
            .flatMap(type -> Arrays.stream(type.getRecordComponents()))
            .filter(component -> component.getType() == Secret.class)
            .map(RecordComponent::getName)
            .toList();

    assertThat(SECRETS)
        .containsExactlyInAnyOrderElementsOf(ofNode)
        .containsExactlyInAnyOrderElementsOf(OF_NODE.keySet());
    assertThat(Settings.NAMES)
        .containsAll(SECRETS)
        .containsAll(SECRETS.stream().map(name -> name + "File").toList());
  }

  @ParameterizedTest
  @FieldSource("SECRETS")
  void isUsed_asItIsWritten(String name) {
    assertThat(secret(name, own(name, SECRET))).isEqualTo(SECRET);
  }

  @ParameterizedTest
  @FieldSource("SECRETS")
  void isReadFromItsFile(String name) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), SECRET + "\n");

    assertThat(secret(name, own(name + "File", file.toString()))).isEqualTo(SECRET);
    assertThat(secret(name, own(name + "File", "secret"))).as("relative").isEqualTo(SECRET);
  }

  @Test
  void isTheTextOfItsFile_withoutOneLineBreakAtTheEnd() throws IOException {
    Path file = directory.resolve("secret");
    Map<String, String> secretByText =
        Map.of("a", "a", "a\n", "a", "a\r\n", "a", "a\n\n", "a\n", " a \u00e4 ", " a \u00e4 ");
    for (Map.Entry<String, String> each : secretByText.entrySet()) {
      Files.writeString(file, each.getKey());

      assertThat(SecretFile.read("aSecretFile", file)).isEqualTo(each.getValue());
    }
  }

  @ParameterizedTest
  @FieldSource("SECRETS")
  void isRefused_whenItIsSetInBothWays(String name) throws IOException {
    Files.writeString(directory.resolve("secret"), SECRET + "-of-file");
    SettingsSource environment =
        SettingsSource.environment(
            Map.of(SettingsSource.environment(Map.of()).written(name + "File"), "secret"));

    assertThatThrownBy(() -> node(environment, own(name, SECRET)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "both "
                + name
                + "File and "
                + name
                + " are set: by environment variable "
                + environment.values().keySet().iterator().next()
                + " and by init parameter "
                + name
                + "; remove one of them");
    assertThat(secret(name, environment, own(name, " "))).isEqualTo(SECRET + "-of-file");
  }

  @ParameterizedTest
  @FieldSource("SECRETS")
  void isRefused_whenItsFileHasNoSecret(String name) throws IOException {
    assertFileRefused(name, directory.resolve("missing"), "there is no such file");
    assertFileRefused(name, directory, "it cannot be read: Is a directory");
    Path file = directory.resolve("secret");
    for (String empty : List.of("", "\n", "\r\n")) {
      Files.writeString(file, empty);
      assertFileRefused(name, file, "it is empty");
    }
    Files.writeString(file, (SECRET + '\n').repeat(1_000));
    assertFileRefused(name, file, "it has more than 8192 bytes");
    Files.write(file, (SECRET + "\u00e4").getBytes(StandardCharsets.ISO_8859_1));
    assertFileRefused(name, file, "its content is not text in UTF-8");
  }

  private void assertFileRefused(String name, Path file, String reason) {
    assertThatThrownBy(() -> node(own(name + "File", file.toString())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            name
                + "File must name a file with a secret in it, was \""
                + file
                + "\": "
                + reason
                + " (init parameter "
                + name
                + "File)")
        .hasStackTraceContaining(file.toString())
        .satisfies(refusal -> assertThat(Throwables.getStackTrace(refusal)).doesNotContain(SECRET));
  }

  @ParameterizedTest
  @FieldSource("SECRETS")
  void isShownByNothing(String name) throws IOException {
    Files.writeString(directory.resolve("secret"), SECRET);
    for (SettingsSource source : List.of(own(name, SECRET), own(name + "File", "secret"))) {
      Settings settings = read(source);
      assertThat(settings.node("n").toString()).contains("n").doesNotContain(SECRET);
      assertThat(settings.toString()).contains(name).doesNotContain(SECRET);
      assertThat(source.toString()).contains(name).doesNotContain(SECRET);
    }
    assertThat(new Settings.Entry(SECRET, "origin").toString())
        .contains("origin")
        .doesNotContain(SECRET);
  }

  @ParameterizedTest
  @FieldSource("SECRETS")
  void isInNoMessage(String name) throws IOException {
    String twice = name.toUpperCase(Locale.ROOT);
    assertRefusedWithoutSecret("is set twice", own(name, SECRET, twice, SECRET));
    assertRefusedWithoutSecret("the nearest is " + name, own(name + "s", SECRET));
    assertRefusedWithoutSecret("mistyped", own(name, SECRET, "mistyped", "x"));
    assertRefusedWithoutSecret("membershipPort", own(name, SECRET, "membershipPort", "none"));
    assertRefusedWithoutSecret("membershipPort", own(name, SECRET, "membershipPort", "0"));
    if (List.of("statusToken", "sessionIdSecret").contains(name)) {
      for (String wrong : List.of(SECRET.substring(0, 15), SECRET.repeat(40))) {
        Files.writeString(directory.resolve("secret"), wrong);
        for (SettingsSource source : List.of(own(name, wrong), own(name + "File", "secret"))) {
          assertThatThrownBy(() -> node(source))
              .hasMessageStartingWith(name + " must have 16 to 1024 characters or be empty, had ")
              .hasMessageNotContaining(SECRET.substring(0, 15));
        }
      }
    }
  }

  private void assertRefusedWithoutSecret(String part, SettingsSource source) {
    assertThatThrownBy(() -> node(source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part)
        .satisfies(refusal -> assertThat(Throwables.getStackTrace(refusal)).doesNotContain(SECRET));
  }

  private String secret(String name, SettingsSource... sources) {
    Function<NodeConfig, Secret> ofNode = OF_NODE.get(name);
    assertThat(ofNode).as(name).isNotNull();
    return ofNode.apply(node(sources)).text();
  }

  private NodeConfig node(SettingsSource... sources) {
    return read(sources).node("n");
  }

  private Settings read(SettingsSource... sources) {
    return SettingsReader.of(List.of(sources)).relativeTo(directory.toString()).read();
  }

  private static SettingsSource own(String... pairs) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return SettingsSource.own("init parameter", map.keySet(), map::get);
  }
}
