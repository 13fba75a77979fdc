// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/**
 * Logs which settings of this member differ from those of the other members of its view. It logs
 * one line for all of them, again only when they have changed, and one when they agree again. Not
 * thread-safe.
 */
final class SettingsReport {
  private final Member self;
  private final Consumer<String> info;
  private final Consumer<String> warning;
  private List<String> logged = List.of();

  SettingsReport(Member self, Consumer<String> info, Consumer<String> warning) {
    this.self = self;
    this.info = info;
    this.warning = warning;
  }

  void onView(View view) {
    List<String> differences = new ArrayList<>();
    for (Member member : view.members()) {
      if (!member.equals(self)) {
        differences.addAll(
            self.settings().differences(self.name(), member.settings(), member.name()));
      }
    }
    if (differences.equals(logged)) {
      return;
    }
    logged = differences;
    if (differences.isEmpty()) {
      info.accept("settings of " + self.name() + " agree with those of all members again");
    } else {
      warning.accept(
          "settings differ between members: "
              + String.join("; ", differences)
              + ". Each member uses its own values, also for attributes that another one wrote; a"
              + " takeover relies on the smallest number of secondaries. Set the same values on all"
              + " nodes");
    }
  }
}
