// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnouncedSettingsTest {
  private static final AnnouncedSettings OURS = of("1000", "1", "available", "0");

  private static AnnouncedSettings of(String... values) {
    return new AnnouncedSettings(List.of(values));
  }

  @Test
  void namesBothValues_whenFramesWouldNotBeRead() {
    assertThat(OURS.conflict("node-1", of("2000", "1", "available", "0"), "node-2"))
        .contains("maxFrameBytes is 1000 on node-1 and 2000 on node-2");
  }

  /** One that speaks these versions of the protocol. */
  private static AnnouncedSettings speaking(String versions) {
    return of("1000", "1", "available", "0", "true", "1", "2", "3", "4", versions);
  }

  @Test
  void namesBothRanges_whenNoProtocolVersionIsInCommon() {
    for (String theirs : List.of("4-5", "1-1", "10-11")) {
      assertThat(speaking("2-3").conflict("node-1", speaking(theirs), "node-2"))
          .contains("protocolVersions is 2-3 on node-1 and " + theirs + " on node-2");
    }
  }

  @Test
  void findsNothing_whenAProtocolVersionIsInCommonOrUnknown() {
    for (AnnouncedSettings theirs : List.of(speaking("3-4"), speaking("1-2"), OURS)) {
      assertThat(speaking("2-3").conflict("node-1", theirs, "node-2")).isNull();
      assertThat(theirs.conflict("node-2", speaking("2-3"), "node-1")).isNull();
      assertThat(speaking("2-3").differences("node-1", theirs, "node-2")).isEmpty();
    }
  }

  @Test
  void findsNoConflict_whenOnlyOtherSettingsDiffer() {
    AnnouncedSettings theirs = of("1000", "2", "consistent", "0");

    assertThat(OURS.conflict("node-1", theirs, "node-2")).isNull();
    assertThat(OURS.differences("node-1", theirs, "node-2"))
        .containsExactly(
            "secondaries is 1 on node-1 and 2 on node-2",
            "partition is available on node-1 and consistent on node-2");
  }

  @Test
  void findsNothing_whenTheOtherReleaseAnnouncesLess() {
    for (AnnouncedSettings theirs : List.of(AnnouncedSettings.NONE, of("1000"))) {
      assertThat(OURS.conflict("node-1", theirs, "node-2")).isNull();
      assertThat(OURS.differences("node-1", theirs, "node-2")).isEmpty();
      assertThat(theirs.secondaries(3)).isEqualTo(3);
    }
  }

  /** Settings of a member that application {@code name} started, from its codec on. */
  private static AnnouncedSettings startedBy(String name, String... ofApplication) {
    List<String> values = new ArrayList<>(speaking("2-3").values());
    values.add(name);
    values.addAll(List.of(ofApplication));
    return new AnnouncedSettings(values);
  }

  @Test
  void namesTheSettingsOfTheApplication_whenTheSameOneStartedBoth() {
    AnnouncedSettings ours = startedBy("a1", "kryo", "session", "on-get", "sync");
    AnnouncedSettings theirs = startedBy("a1", "jdk", "modified-session", "on-set", "async");

    assertThat(ours.conflict("node-1", theirs, "node-2")).isNull();
    assertThat(ours.differences("node-1", theirs, "node-2"))
        .containsExactly(
            "codec is kryo on node-1 and jdk on node-2",
            "scope is session on node-1 and modified-session on node-2",
            "detection is on-get on node-1 and on-set on node-2",
            "ackMode is sync on node-1 and async on node-2");
  }

  @Test
  void comparesNoSettingsOfApplications_whenDifferentOnesStartedTheMembers() {
    AnnouncedSettings ours = startedBy("a1", "kryo", "session", "on-get", "sync");
    for (AnnouncedSettings theirs :
        List.of(
            startedBy("b2", "unknown", "modified-session", "on-set", "async"),
            startedBy("a1"),
            speaking("2-3"))) {
      assertThat(ours.conflict("node-1", theirs, "node-2")).isNull();
      assertThat(ours.differences("node-1", theirs, "node-2")).isEmpty();
      assertThat(theirs.conflict("node-2", ours, "node-1")).isNull();
      assertThat(theirs.differences("node-2", ours, "node-1")).isEmpty();
    }
  }

  @Test
  void namesBothCodecs_whenThisReleaseDoesNotKnowOneOfThem() {
    AnnouncedSettings known = startedBy("a1", "kryo", "session", "on-get", "sync");
    AnnouncedSettings later = startedBy("a1", "later", "session", "on-get", "sync");

    assertThat(known.conflict("node-1", later, "node-2"))
        .startsWith("codec is kryo on node-1 and later on node-2; a member cannot read");
    assertThat(later.conflict("node-2", known, "node-1"))
        .startsWith("codec is later on node-2 and kryo on node-1");
    assertThat(later.conflict("node-2", later, "node-3")).isNull();
  }

  @Test
  void refusesValuesThatBreakALine() {
    assertThatThrownBy(() -> of("1000\nERROR forged")).hasMessageContaining("must be 1 to 20");
    assertThatThrownBy(() -> of("1000", "many")).hasMessageContaining("must be 0 to 9");
    assertThatThrownBy(() -> speaking("2")).hasMessageContaining("must be OLDEST-NEWEST");
  }

  @Test
  void takesTheLeastSecondariesOfAView() {
    Member two = new Member("n2", 1, "h", 1, "", "", of("1000", "2"));
    Member one = new Member("n1", 1, "h", 1, "", "", of("1000", "1"));
    Member silent = new Member("n3", 1, "h", 1);

    assertThat(View.of(1, "n1", List.of(two, one)).leastSecondaries(2)).isEqualTo(1);
    assertThat(View.of(1, "n1", List.of(two)).leastSecondaries(2)).isEqualTo(2);
    assertThat(View.of(1, "n1", List.of(two, silent)).leastSecondaries(1)).isEqualTo(1);
  }
}
