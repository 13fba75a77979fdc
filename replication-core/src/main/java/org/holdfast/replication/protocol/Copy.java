// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * The bytes of a session and the labels that name them. Immutable. The labels and the image are
 * kept in their parts, since there are many copies.
 */
public final class Copy {
  /** The bytes that a held copy takes besides its content, so that empty sessions count, too. */
  static final long BYTES_BESIDES_IMAGE = 200;

  private final Epoch epoch;
  private final Epoch fromEpoch;
  private final long version;
  private final long fromVersion;
  private final boolean tombstone;
  private final Object content;

  /**
   * @param from the state that the epoch of {@code label} descends from
   * @param tombstone whether the session ended with this version
   */
  public Copy(Label label, Label from, boolean tombstone, SessionImage image) {
    this.epoch = label.epoch();
    this.version = label.version();
    this.fromEpoch = from.epoch();
    this.fromVersion = from.version();
    this.tombstone = tombstone;
    this.content = image.content();
  }

  public Label label() {
    return new Label(epoch, version);
  }

  /** Returns the state that the epoch descends from. */
  public Label from() {
    return new Label(fromEpoch, fromVersion);
  }

  public boolean tombstone() {
    return tombstone;
  }

  public SessionImage image() {
    return SessionImage.ofContent(content);
  }

  public Epoch epoch() {
    return epoch;
  }

  public long version() {
    return version;
  }

  /** Returns the bytes that the copy counts for where it is held; 0 for a tombstone. */
  public long heldBytes() {
    return tombstone ? 0 : BYTES_BESIDES_IMAGE + image().packedBytes();
  }

  public Copy next(Changes changes) {
    return new Copy(new Label(epoch, version + 1), from(), false, changes.applyTo(image()));
  }

  public Copy ended() {
    return new Copy(new Label(epoch, version + 1), from(), true, SessionImage.EMPTY);
  }

  /** Returns the same state as the first one of a new epoch. */
  public Copy inEpoch(Epoch next) {
    return new Copy(new Label(next, version), label(), tombstone, image());
  }
}
