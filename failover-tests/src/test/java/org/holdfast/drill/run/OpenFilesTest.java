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

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OpenFilesTest {
  @Test
  void saysWhatIsMissing_whenUsersNeedMoreThanTheProcessMayOpen() {
    assertThatThrownBy(() -> OpenFiles.require(20_000, 20_000))
        .hasMessage(
            "20000 users need some 20500 open files, and this process may have 20000: see ulimit"
                + " -n");
  }

  @Test
  void letsUsersIn_whenThereIsRoomOrNoLimit() {
    assertThatCode(() -> OpenFiles.require(19_500, 20_000)).doesNotThrowAnyException();
    assertThatCode(() -> OpenFiles.require(20_000, -1)).doesNotThrowAnyException();
  }
}
