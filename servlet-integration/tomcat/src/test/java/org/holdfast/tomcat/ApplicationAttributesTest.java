// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.servlet.session.ReservedNames;
import org.junit.jupiter.api.Test;

class ApplicationAttributesTest {
  /** Refuses threads, and lists that contain one, as the attributes of the core do. */
  private static final class Replicated extends ConcurrentHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    @Override
    public Object put(String name, Object value) {
      if (value instanceof Thread
          || (value instanceof List<?> list && list.stream().anyMatch(Thread.class::isInstance))) {
        throw new UnserializableAttributeException(name + " holds a thread");
      }
      return super.put(name, value);
    }
  }

  private final AtomicBoolean distributable = new AtomicBoolean();
  private final ConcurrentMap<String, Object> replicated = new Replicated();
  private final ApplicationAttributes attributes =
      new ApplicationAttributes(replicated, this::holdBack, distributable::get);
  private final Thread thread = new Thread(() -> {});
  private final Map<String, Object> heldBack = new HashMap<>();

  /** As if other nodes had a value under this one name. */
  private boolean holdBack(String name, Object value) {
    boolean isSent = name.equals("sent");
    if (isSent) {
      heldBack.put(name, value);
      replicated.remove(name);
    }
    return isSent;
  }

  @Test
  void areReplicated_whenTheyCanBe() {
    assertThat(attributes.put("cart", "tea")).isNull();
    assertThat(attributes.put("cart", "coffee")).isEqualTo("tea");

    assertThat(replicated).isEqualTo(Map.of("cart", "coffee"));
    assertThat(attributes.remove("cart")).isEqualTo("coffee");
    assertThat(replicated).isEmpty();
  }

  @Test
  void areRefused_whenTheyCannotBeReplicatedInADistributableApplication() {
    distributable.set(true);
    attributes.put("x", "before");

    assertThatThrownBy(() -> attributes.put("x", thread))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(attributes).isEqualTo(Map.of("x", "before"));
  }

  @Test
  void stayHere_whenTheyCannotBeReplicatedElsewhere() {
    attributes.put("x", "before");

    assertThat(attributes.put("x", thread)).isEqualTo("before");

    assertThat(attributes.get("x")).isSameAs(thread);
    assertThat(attributes.keySet()).containsExactly("x");
    assertThat(replicated).as("nobody else reads an old value").isEmpty();
    assertThat(attributes.put("x", "after")).isSameAs(thread);
    assertThat(replicated).containsEntry("x", "after");
    assertThat(attributes.remove("x")).isEqualTo("after");
    assertThat(attributes).isEmpty();
  }

  @Test
  void areHeldBack_whenTheyReplaceAValueThatOtherNodesHave() {
    attributes.put("sent", "before");

    assertThat(attributes.put("sent", thread)).isEqualTo("before");

    assertThat(heldBack).isEqualTo(Map.of("sent", thread));
    assertThat(attributes.get("sent")).as("kept on this node alone").isNull();
  }

  @Test
  void hideWhatTheManagerKeeps() {
    String reserved = ReservedNames.reserved("login");
    replicated.put(reserved, "alice");

    assertThat(attributes).isEmpty();
    assertThat(attributes.get(reserved)).isNull();
    assertThat(attributes.remove(reserved)).isNull();
    assertThat(attributes.containsKey(reserved)).isFalse();
    assertThatThrownBy(() -> attributes.put(reserved, "mallory"))
        .isInstanceOf(IllegalArgumentException.class);
    attributes.clear();
    assertThat(replicated).containsEntry(reserved, "alice");
  }

  @Test
  void areExchangedOnlyForWhatIsExpected() {
    assertThat(attributes.putIfAbsent("x", "one")).isNull();
    assertThat(attributes.putIfAbsent("x", "two")).isEqualTo("one");
    assertThat(attributes.replace("x", "two", "three")).isFalse();
    assertThat(attributes.replace("x", "one", "three")).isTrue();
    assertThat(attributes.replace("y", "one")).isNull();
    assertThat(attributes.remove("x", "one")).isFalse();
    assertThat(attributes.remove("x", "three")).isTrue();
    assertThat(attributes.remove("x", "three")).as("it is gone").isFalse();
  }
}
