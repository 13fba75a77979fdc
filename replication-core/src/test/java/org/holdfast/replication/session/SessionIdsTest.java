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

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Secret;
import org.junit.jupiter.api.Test;

/** Which ids are taken for the application's own, before anybody is asked about them. */
class SessionIdsTest {
  private final SessionIds plain = new SessionIds("/shop", Secret.NONE);
  private final SessionIds checked = new SessionIds("/shop", new Secret("correct horse battery"));

  @Test
  void readsWhatItDrew_alsoAfterAChangeOfTheSecret() {
    for (SessionIds ids : new SessionIds[] {plain, checked}) {
      SessionId id = ids.create();
      assertThat(ids.parse(id.full())).isEqualTo(id);
      SessionId renamed = new SessionId(id.key(), ids.newSecret(id.key()));
      assertThat(renamed).isNotEqualTo(id);
      assertThat(ids.parse(renamed.full())).isEqualTo(renamed);
    }
    assertThat(plain.create().full()).hasSize(38);
    assertThat(checked.create().full()).hasSize(44);
  }

  @Test
  void refusesWhatWasMadeUp() {
    String id = checked.create().full();
    for (int i = 0; i < id.length(); i++) {
      boolean keyOrCheck = i < 16 || i >= 38;
      String changed = id.substring(0, i) + (id.charAt(i) == 'A' ? 'B' : 'A') + id.substring(i + 1);
      assertThat(checked.parse(changed) == null).as("character %d", i).isEqualTo(keyOrCheck);
    }
    assertThat(checked.parse(plain.create().full())).isNull();
    assertThat(checked.parse(plain.create().full() + "AAAAAA")).isNull();
    assertThat(plain.parse(id)).isNull();
    assertThat(plain.parse("")).isNull();
    assertThat(plain.parse("\u00e9".repeat(38))).isNull();
  }

  @Test
  void refusesIdsOfAnotherApplicationAndOfAnotherSecret() {
    assertThat(new SessionIds("/other", Secret.NONE).parse(plain.create().full())).isNull();
    assertThat(
            new SessionIds("/shop", new Secret("another sixteen ch"))
                .parse(checked.create().full()))
        .isNull();
  }

  @Test
  void suspectsAnotherSecret_ofIdsInItsOwnFormOnly() {
    SessionIds other = new SessionIds("/shop", new Secret("another sixteen ch"));
    assertThat(checked.mayBeOfAnotherSecret(other.create().full())).isTrue();
    assertThat(checked.mayBeOfAnotherSecret(plain.create().full())).isTrue();
    assertThat(plain.mayBeOfAnotherSecret(checked.create().full())).isTrue();

    assertThat(checked.mayBeOfAnotherSecret(checked.create().full())).isFalse();
    assertThat(plain.mayBeOfAnotherSecret(plain.create().full())).isFalse();
    assertThat(plain.mayBeOfAnotherSecret("made-up")).isFalse();
    assertThat(plain.mayBeOfAnotherSecret(plain.create().full() + "A")).isFalse();
    assertThat(checked.mayBeOfAnotherSecret(new SessionIds("/other", Secret.NONE).create().full()))
        .isFalse();
  }

  @Test
  void keepsTheSecretOutOfWhatIsPrinted() {
    NodeConfig config = NodeConfig.builder("node").sessionIdSecret("correct horse battery").build();
    assertThat(config.toString()).doesNotContain("horse").contains("sessionIdSecret=(set)");
    assertThatThrownBy(() -> NodeConfig.builder("node").sessionIdSecret("too short").build())
        .hasMessage("sessionIdSecret must have 16 to 1024 characters or be empty, had 9");
  }
}
