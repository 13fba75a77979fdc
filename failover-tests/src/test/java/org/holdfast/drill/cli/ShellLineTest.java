// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellLineTest {
  @Test
  void isReadByAShell_asItWasGiven() throws Exception {
    List<String> arguments =
        List.of(
            "--path",
            "/a?b=1&c=2",
            "--expect",
            "two words",
            "it's",
            "",
            "$HOME `id` \"x\" \\",
            "*",
            "~",
            "#",
            "a;b|c>d<e(f)",
            "line\nline",
            "--targets=a=127.0.0.1:1,b=127.0.0.1:2");
    List<String> shell = new ArrayList<>(List.of("sh", "-c"));
    shell.add(ShellLine.of("printf '%s\\0'", arguments));

    Process process = new ProcessBuilder(shell).redirectErrorStream(true).start();
    String read = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(List.of(read.split("\0"))).isEqualTo(arguments);
  }

  @Test
  void quotesNothingThatNeedsNone() {
    assertThat(ShellLine.of("holdfast capacity", List.of("-r", "2/15/1", "--json=a.json")))
        .isEqualTo("holdfast capacity -r 2/15/1 --json=a.json");
  }
}
