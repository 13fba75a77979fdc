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

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundWorkTest {
  private final BackgroundWork work = new BackgroundWork("background work under test");

  @AfterEach
  void stop() {
    work.stop();
  }

  @Test
  void looksAgain_whenALookEndedWithAnError() throws InterruptedException {
    CountDownLatch looks = new CountDownLatch(2);

    work.start(
        () -> {
          looks.countDown();
          throw new StackOverflowError("on purpose");
        });

    assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
