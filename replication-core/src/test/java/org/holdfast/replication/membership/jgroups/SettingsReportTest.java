// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

class SettingsReportTest {
  private static final Member SELF = member("node-1", "1", "available");

  private final List<String> info = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final SettingsReport report = new SettingsReport(SELF, info::add, warnings::add);

  private static Member member(String name, String... rest) {
    List<String> values = new ArrayList<>(List.of("65536"));
    values.addAll(List.of(rest));
    return new Member(name, 1, "127.0.0.1", 9_000, "", "", new AnnouncedSettings(values));
  }

  private void view(Member... others) {
    List<Member> members = new ArrayList<>(List.of(others));
    members.add(SELF);
    report.onView(View.of(1, "node-1", members));
  }

  @Test
  void namesAllDifferencesInOneLine_onceUntilTheyChange() {
    Member two = member("node-2", "2", "consistent");
    view(two);
    view(two, member("node-3", "1", "available"));

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("secondaries is 1 on node-1 and 2 on node-2")
        .contains("partition is available on node-1 and consistent on node-2");

    view(member("node-2", "1", "available"));
    assertThat(info).singleElement().asString().contains("agree");
    assertThat(warnings).hasSize(1);
  }

  @Test
  void saysNothing_whenSettingsAgreeOrAreUnknown() {
    view(member("node-2", "1", "available"), new Member("node-3", 1, "h", 1));

    assertThat(warnings).isEmpty();
    assertThat(info).isEmpty();
  }
}
