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

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepeatFilterTest {
  private final RepeatFilter filter = new RepeatFilter();

  @Test
  void passesAMessageOnce_untilItChangesOrThingsWentWell() {
    assertThat(filter.isNews("a", "refused")).isTrue();
    assertThat(filter.isNews("a", "refused")).isFalse();
    assertThat(filter.isNews("b", "refused")).isTrue();
    assertThat(filter.isNews("a", "reset")).isTrue();
    filter.forget("a");
    assertThat(filter.isNews("a", "reset")).isTrue();
  }

  @Test
  void staysBounded_whenSourcesAreMadeUp() {
    filter.isNews("first", "x");
    for (int i = 0; i < RepeatFilter.MAX_SOURCES; i++) {
      filter.isNews("s" + i, "x");
    }
    assertThat(filter.isNews("s9", "x")).isFalse();
    assertThat(filter.isNews("first", "x")).isTrue();
  }
}
