// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.Scope;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SubjectsTest {

  @Test
  void knowsWhetherTheLoadLeavesThisMachine() {
    assertThat(subjects("--targets", "127.0.0.1:1,127.0.0.2:1").areRemote()).isFalse();
    assertThat(subjects("--targets", "127.0.0.1:1,192.0.2.1:80", "--allow-remote").areRemote())
        .isTrue();
  }

  @Test
  void givesNodesOfAllSizesAsMuchAsThoseOfTheLargest() {
    assertThat(subjects("--node-counts", "2,4,3").mostNodes()).isEqualTo(4);
    assertThat(subjects("--nodes", "3").mostNodes()).isEqualTo(3);
  }

  @Test
  void comparesScopesAndModesOfHoldfast_besideManagers() {
    assertThat(subjects("--compare", "session,modified-attribute", "--ack", "async").contenders())
        .extracting(Contender::manager, Contender::scope, Contender::ack)
        .containsExactly(
            tuple(Manager.HOLDFAST, Scope.SESSION, AckMode.ASYNC),
            tuple(Manager.HOLDFAST, Scope.MODIFIED_ATTRIBUTE, AckMode.ASYNC));
    assertThat(subjects("--compare", "sync,async,none", "--scope", "session").contenders())
        .extracting(Contender::manager, Contender::scope, Contender::ack)
        .startsWith(
            tuple(Manager.HOLDFAST, Scope.SESSION, AckMode.SYNC),
            tuple(Manager.HOLDFAST, Scope.SESSION, AckMode.ASYNC));
  }

  private static Subjects subjects(String... line) {
    Subjects subjects = new Subjects();
    new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("subjects", mixin(subjects)))
        .parseArgs(line);
    assertThat(subjects.contenders()).isNotEmpty();
    return subjects;
  }

  private static CommandLine.Model.CommandSpec mixin(Subjects subjects) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(subjects);
  }
}
