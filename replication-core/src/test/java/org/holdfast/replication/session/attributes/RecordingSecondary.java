// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.replication.delta.BlockPatch;
import org.holdfast.replication.delta.CorruptPatchException;
import org.holdfast.replication.delta.MismatchedBaseException;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.protocol.Changes;

/** Commits attributes as a session does, and holds what a secondary would. */
final class RecordingSecondary {
  private final Map<String, byte[]> image = new HashMap<>();
  private boolean refusing;
  private boolean failing;
  private AttributeTraffic traffic = new AttributeTraffic("test", "a", "shop");
  private boolean wholeSession;
  private int steps;
  private List<String> patched = List.of();
  private int patchBytes;
  private List<HeldBack> heldBack = List.of();

  RecordingSecondary(Map<String, byte[]> arrived) {
    image.putAll(arrived);
  }

  /**
   * Has what is sent counted.
   *
   * @param whole whether the whole session leaves each time
   */
  RecordingSecondary counting(AttributeTraffic by, boolean whole) {
    traffic = by;
    wholeSession = whole;
    return this;
  }

  /** Returns what was sent: names with the text, null for a removal; nothing if refused. */
  Map<String, String> commit(SessionAttributes attributes) {
    try (AttributeCapture capture = attributes.capture()) {
      capture.encode();
      capture.patch();
      return publish(capture);
    }
  }

  /** The same for a capture that was encoded before. */
  synchronized Map<String, String> publish(AttributeCapture capture) {
    Changes changes = capture.changes(null);
    if (failing) {
      throw new IllegalArgumentException("the encoded session is too big");
    }
    if (refusing) {
      return Map.of();
    }
    patched = List.copyOf(changes.patches().keySet());
    patchBytes = changes.patches().values().stream().mapToInt(patch -> patch.length).sum();
    changes.patches().forEach((name, patch) -> requireFitting(changes, name, patch));
    image.keySet().removeAll(changes.removed());
    image.putAll(changes.changed());
    capture.sent(steps + 1);
    heldBack = capture.heldBack();
    capture.count(traffic, wholeSession);
    Map<String, String> step = texts(changes.changed());
    changes.removed().forEach(name -> step.put(name, null));
    steps += step.isEmpty() ? 0 : 1;
    return step;
  }

  private void requireFitting(Changes changes, String name, byte[] patch) {
    try {
      byte[] result = BlockPatch.apply(patch, image.get(name), Integer.MAX_VALUE);
      if (!Arrays.equals(result, changes.changed().get(name))) {
        throw new AssertionError("the patch of " + name + " makes other bytes than were encoded");
      }
    } catch (CorruptPatchException | MismatchedBaseException e) {
      throw new AssertionError("the patch of " + name + " does not fit what is held", e);
    }
  }

  /** Names of what the last step had a patch for. */
  synchronized List<String> patched() {
    return patched;
  }

  /** The attributes that the last commit held back: names, with the version that is kept. */
  synchronized Map<String, Long> heldBack() {
    Map<String, Long> versions = new TreeMap<>();
    heldBack.forEach(attribute -> versions.put(attribute.name(), attribute.version()));
    return versions;
  }

  /** Length of the patches in the last step. */
  synchronized int patchBytes() {
    return patchBytes;
  }

  /** All that is held, for another node to go on from. */
  synchronized Map<String, byte[]> envelopes() {
    return Map.copyOf(image);
  }

  synchronized byte[] bytes(String name) {
    return image.get(name);
  }

  synchronized void refuse(boolean from) {
    refusing = from;
  }

  synchronized void fail(boolean from) {
    failing = from;
  }

  synchronized int steps() {
    return steps;
  }

  synchronized Map<String, String> image() {
    return texts(image);
  }

  private static Map<String, String> texts(Map<String, byte[]> envelopes) {
    Map<String, String> texts = new TreeMap<>();
    envelopes.forEach((name, bytes) -> texts.put(name, new String(bytes, StandardCharsets.UTF_8)));
    return texts;
  }
}
