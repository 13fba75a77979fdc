// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private final Map<String, Object> attributes = new HashMap<>();
  private final HttpSession session =
      (HttpSession)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {HttpSession.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "getAttribute" -> attributes.get(arguments[0]);
                    case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  @Test
  void changesTheCartInPlace_whenASessionHasOne() throws Exception {
    CartWorkload workload = new CartWorkload();
    workload.step(session);
    Object cart = attributes.get("cart");

    workload.step(session);

    assertThat(attributes).containsOnlyKeys("cart");
    assertThat(attributes.get("cart")).isSameAs(cart);
  }

  @Test
  void holdsAboutFourKilobytes_whenTheCartIsSerialized() throws Exception {
    new CartWorkload().step(session);

    assertThat(serialized(attributes.get("cart")).length).isBetween(3_500, 5_000);
  }

  @Test
  void refusesTheCart_whenOneItemLostAnUpdate() throws Exception {
    Cart cart = new Cart();
    byte[] before = serialized(cart);
    cart.addOne();
    setField(cart, "items", field(deserialized(before), "items"));

    assertThatThrownBy(cart::addOne)
        .isInstanceOf(TornSessionException.class)
        .hasMessage("cart counts 1 changes but its items add up to 0");
  }

  @Test
  void holdsFortyKilobytesAndChangesOneOfThem_whenTheProfileIsCounted() throws Exception {
    ProfileWorkload workload = new ProfileWorkload();
    workload.step(session);
    Map<String, Object> before = Map.copyOf(attributes);

    workload.step(session);

    assertThat(before).hasSize(41);
    assertThat(before.values().stream().filter(String.class::isInstance))
        .hasSize(40)
        .allSatisfy(text -> assertThat((String) text).hasSize(1_024));
    assertThat(attributes.keySet().stream().filter(k -> !attributes.get(k).equals(before.get(k))))
        .containsExactlyInAnyOrder("profile.count", "profile.2");
  }

  @Test
  void refusesTheProfile_whenOneAttributeLostAnUpdate() throws Exception {
    ProfileWorkload workload = new ProfileWorkload();
    workload.step(session);
    Object stale = attributes.get("profile.2");
    for (int i = 2; i <= 41; i++) {
      workload.step(session);
    }
    attributes.put("profile.2", stale);

    assertThatThrownBy(() -> workload.step(session))
        .isInstanceOf(TornSessionException.class)
        .hasMessage("attribute profile.2 should be that of request 2 but is 0");
  }

  @Test
  void holdsFourKilobytesOfCargo_whenASerialIsCounted() throws Exception {
    SerialWorkload workload = new SerialWorkload();
    assertThat(workload.count(session)).isZero();

    assertThat(workload.step(session)).isEqualTo(1);
    assertThat(workload.step(session)).isEqualTo(2);

    assertThat(workload.count(session)).isEqualTo(2);
    assertThat(serialized(attributes.get("serial")).length).isBetween(4_096, 4_400);
  }

  @Test
  void refusesTheSerial_whenItsCargoIsCut() throws Exception {
    SerialWorkload workload = new SerialWorkload();
    workload.step(session);
    setField(attributes.get("serial"), "cargo", new byte[7]);

    assertThatThrownBy(() -> workload.step(session))
        .isInstanceOf(TornSessionException.class)
        .hasMessage("the cargo should be 4096 bytes but is 7");
  }

  @Test
  void leavesTheCargoAlone_whenAGranularSessionIsCounted() throws Exception {
    GranularWorkload workload = new GranularWorkload();
    workload.step(session);
    Object cargo = attributes.get("granular.cargo");

    assertThat(workload.step(session)).isEqualTo(2);

    assertThat((byte[]) cargo).hasSize(4_096);
    assertThat(attributes.get("granular.cargo")).isSameAs(cargo);
  }

  @Test
  void refusesTheGranularSession_whenItsCargoIsGone() throws Exception {
    GranularWorkload workload = new GranularWorkload();
    workload.step(session);
    attributes.remove("granular.cargo");

    assertThatThrownBy(() -> workload.step(session))
        .isInstanceOf(TornSessionException.class)
        .hasMessage("the count is 1 but attribute granular.cargo is gone or cut");
  }

  @Test
  void refusesTheValidatedSession_whenItLostItsOwnerOrItsCount() throws Exception {
    ValidationWorkload workload = new ValidationWorkload("ann");
    workload.step(session);
    Object owner = attributes.remove("validation.owner");

    assertThatThrownBy(() -> workload.step(session))
        .isInstanceOf(TornSessionException.class)
        .hasMessage("the session has no owner but counts 1");

    attributes.put("validation.owner", owner);
    attributes.remove("validation.count");
    assertThatThrownBy(() -> workload.step(session))
        .isInstanceOf(TornSessionException.class)
        .hasMessage("the session has an owner but counts 0");
  }

  @Test
  void keepsTheFingerprint_whenTheRouteChanges() {
    assertThat(SessionAnswer.fingerprint("0123456789ABCDEF.node-1"))
        .isEqualTo(SessionAnswer.fingerprint("0123456789ABCDEF.node-2"))
        .isEqualTo(SessionAnswer.fingerprint("0123456789ABCDEF"))
        .isNotEqualTo(SessionAnswer.fingerprint("0123456789ABCDEE"))
        .hasSize(8);
  }

  private static byte[] serialized(Object value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object deserialized(byte[] bytes) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  private static Object field(Object owner, String name) throws Exception {
    var field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }

  private static void setField(Object owner, String name, Object value) throws Exception {
    var field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    field.set(owner, value);
  }
}
