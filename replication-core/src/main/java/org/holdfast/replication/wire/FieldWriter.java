// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;

/** Writes what messages are made of; {@link FieldReader} reads it. */
final class FieldWriter {
  static final long NANOS_PER_MILLI = 1_000_000L;

  /** Flags of a step: what is in it besides changed and removed attributes. */
  static final int SETTINGS = 1;

  static final int PATCHES = 2;

  private final WireWriter to;

  FieldWriter(WireWriter to) {
    this.to = to;
  }

  FieldWriter head(int type, String key) {
    to.writeByte(type).writeText(key);
    return this;
  }

  FieldWriter epoch(Epoch epoch) {
    to.writeNumber(epoch.counter());
    if (epoch.counter() != 0) {
      to.writeText(epoch.memberName()).writeNumber(epoch.incarnation());
    }
    return this;
  }

  FieldWriter label(Label label) {
    epoch(label.epoch());
    to.writeNumber(label.version());
    return this;
  }

  /** 0 for a lease that never ends, else its milliseconds and one more. */
  FieldWriter lease(long nanos) {
    to.writeNumber(nanos < 0 ? 0 : 1 + (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    return this;
  }

  FieldWriter image(SessionImage image) {
    to.writeAsIs(image.packed());
    return this;
  }

  FieldWriter changes(Changes changes) {
    byte[] settings = changes.settings();
    Map<String, byte[]> patches = changes.patches();
    to.writeByte((settings == null ? 0 : SETTINGS) | (patches.isEmpty() ? 0 : PATCHES));
    if (settings != null) {
      to.writeBytes(settings);
    }
    if (patches.isEmpty()) {
      attributes(changes.changed());
    } else {
      Map<String, byte[]> whole = new HashMap<>(changes.changed());
      whole.keySet().removeAll(patches.keySet());
      attributes(whole);
      attributes(patches);
    }
    to.writeNumber(changes.removed().size());
    changes.removed().forEach(to::writeText);
    return this;
  }

  private void attributes(Map<String, byte[]> attributes) {
    to.writeNumber(attributes.size());
    attributes.forEach((name, envelope) -> to.writeText(name).writeBytes(envelope));
  }

  void promise(Message.Promise promise) {
    epoch(promise.ballot());
    to.writeBoolean(promise.handOver());
    epoch(promise.before());
    to.writeNumber(promise.viewNumber()).writeBoolean(promise.held().isPresent());
    promise
        .held()
        .ifPresent(
            held -> {
              label(held.label()).label(held.rank());
              to.writeBoolean(held.tombstone());
              lease(held.leaseNanos());
              image(held.image());
            });
  }

  void touch(Message.Touch.Lease lease) {
    to.writeText(lease.key());
    epoch(lease.epoch());
    to.writeNumber(lease.sequence());
    lease(lease.leaseNanos());
  }
}
