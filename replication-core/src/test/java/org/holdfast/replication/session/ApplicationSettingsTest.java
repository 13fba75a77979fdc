// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.junit.jupiter.api.Test;

class ApplicationSettingsTest {
  private static final ApplicationConfig SHOP =
      ApplicationConfig.of("shop", ApplicationSettingsTest.class.getClassLoader());

  private final List<String> warnings = new ArrayList<>();
  private final ApplicationSettings usual = new ApplicationSettings(SHOP, warnings::add);

  private static ApplicationConfig unusual() {
    return SHOP.withSerialization(
        SerializationConfig.builder().codec(CodecChoice.JDK).maxDepth(100).build());
  }

  @Test
  void hasAValueForEachName() {
    assertThat(ApplicationSettings.valuesOf(SHOP)).hasSameSizeAs(AnnouncedSettings.OF_APPLICATION);
  }

  @Test
  void carriesOnlyWhatIsUnusual() {
    assertThat(usual.text()).isEmpty();
    assertThat(new ApplicationSettings(unusual(), warnings::add).text())
        .isEqualTo("codec=jdk,maxDepth=100");
  }

  @Test
  void namesTheApplicationEachSettingAndBothValues_once() {
    ApplicationSettings theirs = new ApplicationSettings(unusual(), warnings::add);

    usual.compare(theirs.text());
    usual.compare(theirs.text());

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("\"shop\"")
        .contains(": codec is kryo here and jdk there; maxDepth is 400 here and 100 there. Each");

    theirs.compare(usual.text());
    assertThat(warnings.get(1))
        .contains(": codec is jdk here and kryo there; maxDepth is 100 here and 400 there. Each");
  }

  @Test
  void namesOtherValues_whenTheyComeLater() {
    usual.compare("codec=jdk");
    usual.compare("codec=jdk,ackMode=async");

    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(1)).contains("ackMode is sync here and async there");
  }

  @Test
  void saysNothing_whenTheSettingsAgreeOrAreUnknown() {
    usual.compare(null);
    usual.compare("");
    usual.compare("settingOfALaterRelease=1");

    assertThat(warnings).isEmpty();
  }

  @Test
  void logsNoTextThatBreaksALine() {
    usual.compare("codec=jdk,scope=a\nERROR forged,detection=" + "x".repeat(21));

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("codec is kryo here and jdk there. Each")
        .doesNotContain("\n", "forged", "xxx");
  }
}
