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

package org.holdfast.replication.membership.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;

/**
 * Logs which settings of this member differ from those of the other members of its view: one line
 * for all of them, again only when they have changed, and one when they agree again. Not
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
              + ". Each member goes on with its own; a takeover relies on the fewest secondaries"
              + " of the members. Finish the change on all nodes");
    }
  }
}
