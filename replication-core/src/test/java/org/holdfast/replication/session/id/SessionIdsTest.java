// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ids are taken for the application's own, before anybody is asked about them. */
class SessionIdsTest {
  private final SessionIds plain = new SessionIds("/shop", Secret.NONE, Secret.NONE);
  private final SessionIds checked =
      new SessionIds("/shop", new Secret("correct horse battery"), Secret.NONE);

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
    assertThat(new SessionIds("/other", Secret.NONE, Secret.NONE).parse(plain.create().full()))
        .isNull();
    assertThat(
            new SessionIds("/shop", new Secret("another sixteen ch"), Secret.NONE)
                .parse(checked.create().full()))
        .isNull();
  }

  @Test
  void suspectsAnotherSecret_ofIdsInItsOwnFormOnly() {
    SessionIds other = new SessionIds("/shop", new Secret("another sixteen ch"), Secret.NONE);
    assertThat(checked.mayBeOfAnotherSecret(other.create().full())).isTrue();
    assertThat(checked.mayBeOfAnotherSecret(plain.create().full())).isTrue();
    assertThat(plain.mayBeOfAnotherSecret(checked.create().full())).isTrue();

    assertThat(checked.mayBeOfAnotherSecret(checked.create().full())).isFalse();
    assertThat(plain.mayBeOfAnotherSecret(plain.create().full())).isFalse();
    assertThat(plain.mayBeOfAnotherSecret("made-up")).isFalse();
    assertThat(plain.mayBeOfAnotherSecret(plain.create().full() + "A")).isFalse();
    assertThat(
            checked.mayBeOfAnotherSecret(
                new SessionIds("/other", Secret.NONE, Secret.NONE).create().full()))
        .isFalse();
  }

  /**
   * Nodes take the steps one by one, so those of neighbouring steps serve the same sessions.
   *
   * @param steps each {@code sessionIdSecret/acceptedSessionIdSecret}
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "switch on: /, /FIRST, FIRST/none, FIRST/",
        "rotate: FIRST/, FIRST/SECOND, SECOND/FIRST, SECOND/",
        "switch off: FIRST/, FIRST/none, /FIRST, /"
      })
  void readsIdsOfTheStepBeforeAndAfter_whenTheSecretIsChangedNodeByNode(String steps) {
    List<SessionIds> nodes = Stream.of(steps.split(": ")[1].split(", ")).map(this::node).toList();
    for (int step = 0; step + 1 < nodes.size(); step++) {
      SessionIds before = nodes.get(step);
      SessionIds after = nodes.get(step + 1);
      SessionId old = before.create();
      SessionId recent = after.create();
      assertThat(after.parse(old.full())).as("step %d", step).isEqualTo(old);
      assertThat(before.parse(recent.full())).as("step %d", step).isEqualTo(recent);

      SessionId renamed = new SessionId(old.key(), after.newSecret(old.key()));
      assertThat(renamed.full()).hasSameSizeAs(recent.full());
      assertThat(before.parse(renamed.full())).isEqualTo(renamed);
      assertThat(after.parse(renamed.full())).isEqualTo(renamed);
    }
    SessionIds first = nodes.get(0);
    SessionIds second = nodes.get(2);
    assertThat(second.isOnlyAccepted(first.create().full())).isTrue();
    assertThat(second.isOnlyAccepted(second.create().full())).isFalse();
    assertThat(nodes.get(3).isOnlyAccepted(second.create().full())).isFalse();
    assertThat(first.parse(second.create().full())).as("if step 1 is left out").isNull();
    assertThat(nodes.get(3).parse(first.create().full())).as("if nobody waits").isNull();
  }

  private SessionIds node(String secrets) {
    String[] both = secrets.split("/", -1);
    return new SessionIds("/shop", secret(both[0]), secret(both[1]));
  }

  private static Secret secret(String name) {
    return name.isEmpty() || name.equals("none")
        ? new Secret(name)
        : new Secret(name + " of at least 16");
  }

  @Test
  void refusesWhatWasMadeUp_alsoWhileTwoSecretsCount() {
    SessionIds both = node("FIRST/SECOND");
    for (String drawn : List.of(node("FIRST/").create().full(), node("SECOND/").create().full())) {
      String madeUp = drawn.substring(0, 43) + (drawn.charAt(43) == 'A' ? 'B' : 'A');
      assertThat(both.parse(drawn)).isNotNull();
      assertThat(both.parse(madeUp)).isNull();
      assertThat(both.mayBeOfAnotherSecret(madeUp)).isTrue();
    }
    assertThat(both.parse(plain.create().full())).isNull();
    assertThat(node("FIRST/none").parse(checked.create().full())).isNull();
    assertThat(node("/FIRST").parse(checked.create().full())).isNull();
  }

  @Test
  void keepsTheSecretsOutOfWhatIsPrinted() {
    NodeConfig config =
        NodeConfig.builder("node")
            .sessionIdSecret("correct horse battery")
            .acceptedSessionIdSecret("another horse battery")
            .build();
    assertThat(config.toString())
        .doesNotContain("horse")
        .contains("sessionIdSecret=(set)", "acceptedSessionIdSecret=(set)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "too short | '' | sessionIdSecret must have 16 to 1024 characters or be empty, had 9",
        "none | '' | sessionIdSecret must have 16 to 1024 characters or be empty, had 4",
        "correct horse battery | short | acceptedSessionIdSecret, unless it is \"none\", must have"
            + " 16 to 1024 characters or be empty, had 5",
        "correct horse battery | correct horse battery | acceptedSessionIdSecret equals"
            + " sessionIdSecret, so this node accepts no further ids. Set it to the former or to"
            + " the next secret, to \"none\" to accept ids without a check, or leave it empty",
        "'' | none | acceptedSessionIdSecret is \"none\", which needs sessionIdSecret: without it,"
            + " this node checks no ids anyway. Set sessionIdSecret, or leave both empty",
      })
  void refusesSecretsThatCannotBeMeant_withoutTellingThem(
      String secret, String accepted, String message) {
    assertThatThrownBy(
            () ->
                NodeConfig.builder("node")
                    .sessionIdSecret(secret)
                    .acceptedSessionIdSecret(accepted)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
