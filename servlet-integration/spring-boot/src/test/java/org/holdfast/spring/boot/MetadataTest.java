// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.junit.jupiter.api.Test;

/** The metadata for editors says what is true of the settings. */
class MetadataTest {
  private static final Path FILE =
      Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

  private static Settings settings(String name, String value) {
    return SettingsReader.of(List.of(SettingsSource.own("test", List.of(name), ignored -> value)))
        .read();
  }

  private static void use(Settings settings) {
    settings.node("node-1");
    settings.application("shop", MetadataTest.class.getClassLoader());
    settings.exposeProtection();
    settings.enabled(true);
  }

  @Test
  void isWhatTheTableOfSettingsSays() throws IOException {
    if (Boolean.getBoolean("metadata.write")) {
      Files.writeString(FILE, MetadataFile.text());
    }
    assertThat(Files.readString(FILE))
        .as("made again by -Dtest=MetadataTest -Dmetadata.write=true")
        .isEqualTo(MetadataFile.text());
  }

  @Test
  void namesEachSetting() {
    assertThat(MetadataFile.properties())
        .extracting(MetadataFile.Property::name)
        .containsExactlyInAnyOrderElementsOf(Settings.NAMES);
  }

  @Test
  void tellsDefaultsThatChangeNothing_whenTheyAreSet() {
    ClassLoader loader = getClass().getClassLoader();
    Settings none = SettingsReader.of(List.of()).read();
    for (MetadataFile.Property property : MetadataFile.properties()) {
      if (!property.byDefault().isEmpty()) {
        Settings set = settings(property.name(), property.byDefault());
        assertThat(set.node("node-1")).as(property.name()).isEqualTo(none.node("node-1"));
        assertThat(set.application("shop", loader))
            .as(property.name())
            .isEqualTo(none.application("shop", loader));
        assertThat(set.exposeProtection()).isEqualTo(none.exposeProtection());
        assertThat(set.enabled(true)).isTrue();
      }
    }
  }

  @Test
  void tellsTheTypesAndChoicesByWhichValuesAreRefused() {
    for (MetadataFile.Property property : MetadataFile.properties()) {
      String expected =
          switch (property.type()) {
            case "java.lang.Integer", "java.lang.Long" -> "a whole number";
            case "java.lang.Boolean" -> "\"true\" or \"false\"";
            default -> "one of ";
          };
      if (!expected.equals("one of ") || !property.choices().isEmpty()) {
        assertThatThrownBy(() -> use(settings(property.name(), "made up")))
            .as(property.name())
            .hasMessageStartingWith(property.name() + " must be " + expected)
            .satisfies(
                refusal ->
                    assertThat(choicesIn(refusal.getMessage()))
                        .containsAll(property.choices())
                        .hasSize(Math.max(property.choices().size(), choicesIn(expected).size())));
      }
    }
  }

  /** The quote before the value that was refused. */
  private static List<String> choicesIn(String message) {
    return Pattern.compile("\"([^\"]*)\"")
        .matcher(message.replaceAll(", was .*", ""))
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  @Test
  void namesPropertiesAsTheyAreRead() {
    for (MetadataFile.Property property : MetadataFile.properties()) {
      SettingsSource source =
          SettingsSource.prefixed("test", List.of(property.key()), ignored -> "1");

      assertThat(SettingsReader.of(List.of(source)).read().get(property.name())).isEqualTo("1");
    }
  }
}
