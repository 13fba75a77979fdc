// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.kryo.CompiledVersion;
import org.junit.jupiter.api.Test;

/**
 * Attributes that share objects, on nodes with two versions of the application: one that cannot be
 * read here takes no other with it, and stays for those who can.
 */
class SharedUpgradeTest {
  private static final String BEFORE =
      "class Cart implements Serializable { public User user; public int items; public Object more;"
          + " public static Object make() { return new Cart(); } }\n---\n"
          + "class User implements Serializable { public String name;"
          + " public static Object make() { return new User(); } }";
  private static final String AFTER =
      BEFORE
          + "\n---\nclass Wishlist implements Serializable { public User user; public Object more;"
          + " public static Object make() { return new Wishlist(); } }";

  /** A node with one version, and the session there. */
  private final class Node {
    final CompiledVersion version;
    final ReplicationMetrics metrics = new ReplicationMetrics();
    final List<String> unreadable = new ArrayList<>();
    SessionAttributes attributes;

    Node(String source) {
      version = new CompiledVersion(source, "");
      attributes = arrive();
    }

    SessionAttributes arrive() {
      return arrive(ChangeDetection.ON_GET);
    }

    SessionAttributes arrive(ChangeDetection detection) {
      ApplicationConfig config = ApplicationConfig.of("shop", version);
      attributes =
          new SessionAttributes(
              version.codec,
              detection,
              metrics,
              new AttributeTraffic("cluster", "member", "shop"),
              AttributePatches.of(config, secondary::bytes),
              secondary.envelopes(),
              (name, problem, replaced) -> unreadable.add(name));
      return attributes;
    }

    Map<String, String> commit() {
      return secondary.commit(attributes);
    }
  }

  private RecordingSecondary secondary = new RecordingSecondary(Map.of());
  private final Node before = new Node(BEFORE);
  private final Node after = new Node(AFTER);

  private static Object get(Object owner, String field) {
    try {
      return field(owner, field).get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field, e);
    }
  }

  private static void set(Object owner, String field, Object value) {
    try {
      field(owner, field).set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field, e);
    }
  }

  private static Field field(Object owner, String name) {
    try {
      Field field = owner.getClass().getField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(name, e);
    }
  }

  /**
   * Cart, user and wish list share the user; {@code wishes} decides who comes first in the unit.
   */
  private void putOnTheNewNode(String wishes) {
    Object user = after.version.make("shop.User");
    set(user, "name", "u");
    Object cart = after.version.make("shop.Cart");
    set(cart, "user", user);
    set(cart, "items", 1);
    Object wishlist = after.version.make("shop.Wishlist");
    set(wishlist, "user", user);
    after.attributes.put("cart", cart);
    after.attributes.put("user", user);
    after.attributes.put(wishes, wishlist);
    assertThat(after.commit()).hasSize(4);
  }

  @Test
  void staysAsItIs_whenAMemberWasReadAndSomethingElseIsSet_withOnSet() {
    putOnTheNewNode("wishes");
    SessionAttributes here = before.arrive(ChangeDetection.ON_SET);
    assertThat(here.get("cart")).isNotNull();

    here.put("form", before.version.make("shop.User"));

    assertThat(before.commit()).containsOnlyKeys("form");
    SessionAttributes there = after.arrive();
    assertThat(get(there.get("cart"), "user")).isSameAs(get(there.get("wishes"), "user"));
  }

  @Test
  void leavesTheOthersReadable_whoseIdentityHolds() {
    putOnTheNewNode("wishes");
    SessionAttributes here = before.arrive();

    assertThat(get(here.get("cart"), "user")).isSameAs(here.get("user"));

    assertThat(before.unreadable).as("nobody asked for it").isEmpty();
    assertThat(here.get("wishes")).isNull();
    assertThat(before.unreadable).containsExactly("wishes");
    assertThat(before.metrics.value(Counter.UNREADABLE_ATTRIBUTES)).isEqualTo(1);
    assertThat(here).containsOnlyKeys("cart", "user");
  }

  @Test
  void leavesTheOthersReadable_whenWhatTheyShareCameFirstInIt() {
    putOnTheNewNode("a wish");
    SessionAttributes here = before.arrive();

    assertThat(here.get("a wish")).isNull();

    assertThat(get(here.get("user"), "name")).isEqualTo("u");
    assertThat(get(here.get("cart"), "user")).isSameAs(here.get("user"));
  }

  @Test
  void takesAlongWhoRefersToWhatIsIncompleteHere() {
    putOnTheNewNode("wishes");
    set(after.attributes.get("cart"), "more", new Object[] {after.attributes.get("wishes")});
    after.commit();
    SessionAttributes here = before.arrive();

    assertThat(here.get("cart")).isNull();
    assertThat(here.get("wishes")).isNull();

    assertThat(get(here.get("user"), "name")).isEqualTo("u");
    assertThat(before.unreadable).containsExactly("cart", "wishes");
  }

  @Test
  void takesAlongWhoIsInACycleWithIt() {
    putOnTheNewNode("a wish");
    Object list = new ArrayList<>(List.of(after.attributes.get("a wish")));
    set(after.attributes.get("a wish"), "more", list);
    set(after.attributes.get("cart"), "more", list);
    after.commit();
    SessionAttributes here = before.arrive();

    assertThat(here.get("cart")).as("leads to the wish through a list that is whole").isNull();
    assertThat(here.get("user")).isNotNull();
  }

  @Test
  void sendsNothing_whenTheOthersAreOnlyRead() {
    putOnTheNewNode("wishes");
    SessionAttributes here = before.arrive();

    assertThat(here.get("cart")).isNotNull();
    assertThat(here.get("wishes")).isNull();
    assertThat(before.commit()).isEmpty();

    assertThat(here.get("user")).isNotNull();
    assertThat(before.commit()).isEmpty();
  }

  @Test
  void staysForTheNewVersion_whenTheOldOneChangesAnother() {
    putOnTheNewNode("wishes");
    SessionAttributes here = before.arrive();
    set(here.get("cart"), "items", 2);
    before.commit();

    SessionAttributes back = after.arrive();

    assertThat(get(back.get("cart"), "items")).isEqualTo(2);
    assertThat(get(get(back.get("wishes"), "user"), "name")).isEqualTo("u");
    assertThat(get(back.get("cart"), "user"))
        .as("the old node wrote both of what it could read")
        .isSameAs(back.get("user"));
    assertThat(after.commit()).as("only read").isEmpty();
    assertThat(after.unreadable).isEmpty();
  }

  @Test
  void staysForTheNewVersion_overSeveralChangesAndNodes() {
    putOnTheNewNode("wishes");
    for (int round = 2; round < 5; round++) {
      SessionAttributes here = before.arrive();
      set(here.get("cart"), "items", round);
      before.commit();
      SessionAttributes back = after.arrive();
      assertThat(get(back.get("cart"), "items")).isEqualTo(round);
      set(get(back.get("wishes"), "user"), "name", "u" + round);
      after.commit();
      assertThat(get(get(before.arrive().get("cart"), "user"), "name")).isEqualTo("u");
    }
  }

  @Test
  void isGone_whenTheOldVersionRemovesIt_andItsBytesToo() {
    putOnTheNewNode("wishes");
    SessionAttributes here = before.arrive();
    set(here.get("cart"), "items", 2);
    before.commit();

    assertThat(here.remove("wishes")).isNull();
    before.commit();

    assertThat(secondary.envelopes()).hasSize(3);
    SessionAttributes back = after.arrive();
    assertThat(back).containsOnlyKeys("cart", "user");
    assertThat(get(back.get("cart"), "user")).isSameAs(back.get("user"));
  }

  @Test
  void isReplaced_whenTheOldVersionPutsSomethingElse() {
    putOnTheNewNode("wishes");
    SessionAttributes here = before.arrive();
    assertThat(here.get("cart")).isNotNull();

    here.put("wishes", new ArrayList<>(List.of(here.get("user"))));
    before.commit();

    SessionAttributes back = after.arrive();
    assertThat((List<?>) back.get("wishes")).first().isSameAs(back.get("user"));
    assertThat(get(back.get("cart"), "user")).isSameAs(back.get("user"));
  }

  /** Cart and user share nothing with each other, but both with the wish list. */
  @Test
  void leavesNobodyBehind_whenItsUnitGoesWhileOthersStayInIt() {
    Object cart = after.version.make("shop.Cart");
    Object user = after.version.make("shop.User");
    set(user, "name", "u");
    Object wishlist = after.version.make("shop.Wishlist");
    set(wishlist, "user", user);
    set(wishlist, "more", cart);
    after.attributes.put("cart", cart);
    after.attributes.put("user", user);
    after.attributes.put("wishes", wishlist);
    after.commit();
    SessionAttributes here = before.arrive();
    Object changing = here.get("cart");
    set(changing, "items", 2);
    try (AttributeCapture changed = encoded(here)) {
      set(changing, "items", 0);
      try (AttributeCapture asArrived = encoded(here)) {
        secondary.publish(changed);
        assertThat(here.remove("wishes")).isNull();
        before.commit();
        secondary.publish(asArrived);
      }
    }

    SessionAttributes back = after.arrive();
    assertThat(get(back.get("user"), "name")).isEqualTo("u");
    assertThat(get(back.get("cart"), "items")).isEqualTo(0);
    assertThat(after.unreadable).isEmpty();
  }

  private static AttributeCapture encoded(SessionAttributes attributes) {
    AttributeCapture capture = attributes.capture();
    capture.encode();
    capture.patch();
    return capture;
  }
}
