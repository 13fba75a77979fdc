// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.id;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The secrets of the ids that a session had a few seconds ago, the newest first: requests that a
 * client sent at the same time as the one that changed the id still carry them. Immutable.
 *
 * <p>They travel with their age, so that a session that changes hands does not make them young
 * again.
 */
public record FormerIds(List<Former> all) {
  /** The most former ids that are known of one session; a login changes the id once or twice. */
  static final int MOST = 4;

  public static final FormerIds NONE = new FormerIds(List.of());

  /** The time for which an id is known as a former one. */
  private static final long OLD_ID_NANOS = 5_000_000_000L;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * A former secret.
   *
   * @param sinceNanos the time at which it was given up, by the clock of this node
   */
  public record Former(String secret, long sinceNanos) {
    private boolean isRecent(long nowNanos) {
      return nowNanos - sinceNanos < OLD_ID_NANOS;
    }
  }

  public FormerIds {
    all = List.copyOf(all);
    if (all.size() > MOST) {
      throw new IllegalArgumentException(
          "settings of a session must have at most " + MOST + " former secrets, had " + all.size());
    }
  }

  /** Returns these ids with one more; ids that are too old or too many are left out. */
  public FormerIds with(String secret, long nowNanos) {
    List<Former> next = new ArrayList<>(MOST);
    next.add(new Former(secret, nowNanos));
    for (Former former : all) {
      if (next.size() < MOST && former.isRecent(nowNanos)) {
        next.add(former);
      }
    }
    return new FormerIds(next);
  }

  /** Returns the ids that are not too old; the same object if none is too old. */
  public FormerIds withoutOld(long nowNanos) {
    if (all.isEmpty()) {
      return this;
    }
    List<Former> recent = all.stream().filter(former -> former.isRecent(nowNanos)).toList();
    return recent.size() == all.size() ? this : new FormerIds(recent);
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /**
   * Returns whether the id of {@code key} that ends in {@code secret} became another not long ago.
   */
  public boolean hasRecent(String key, String secret, long nowNanos) {
    boolean found = false;
    for (Former former : all) {
      found |= new SessionId(key, former.secret()).hasSecret(secret) && former.isRecent(nowNanos);
    }
    return found;
  }

  /**
   * Writes each secret with its age, to which {@link #read} adds the time that has passed since.
   */
  public void write(DataOutputStream out, long nowNanos) throws IOException {
    out.writeByte(all.size());
    for (Former former : all) {
      out.writeUTF(former.secret());
      out.writeLong((nowNanos - former.sinceNanos()) / NANOS_PER_MILLI);
    }
  }

  /**
   * Reads the secrets, also ones that are too old: the next member that sends the settings leaves
   * them out.
   *
   * @param elapsedNanos the time since they were written
   */
  public static FormerIds read(DataInputStream in, long elapsedNanos, long nowNanos)
      throws IOException {
    int count = in.readUnsignedByte();
    List<Former> all = new ArrayList<>(Math.min(count, MOST));
    for (int i = 0; i < count; i++) {
      String secret = in.readUTF();
      long age = in.readLong() * NANOS_PER_MILLI + elapsedNanos;
      all.add(new Former(secret, nowNanos - age));
    }
    return new FormerIds(all);
  }
}
