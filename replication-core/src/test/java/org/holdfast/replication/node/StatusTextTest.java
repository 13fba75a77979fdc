// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatusTextTest {
  @Test
  void isJsonWhateverANameHas() {
    assertThat(StatusText.quoted("node-1")).isEqualTo("\"node-1\"");
    assertThat(StatusText.quoted("a\"b\\c\nd")).isEqualTo("\"a\\\"b\\\\c\\u000ad\"");
  }
}
