// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a session; nothing in here is ever decoded by the protocol. The arrays are shared
 * and must not be changed. Immutable.
 *
 * <p>Kept either in its parts, as whoever writes to it wants them, or packed into one array, as it
 * came: a copy on a secondary then costs little more than its bytes, whatever the number of its
 * attributes.
 */
public final class SessionImage {
  /**
   * A session has no more attributes: each takes some 100 bytes of heap on the member that receives
   * it, however short it is in a frame.
   */
  public static final int MOST_ATTRIBUTES = 1 << 16;

  /** What a tombstone holds. */
  public static final SessionImage EMPTY = new SessionImage(new byte[0], Map.of());

  /**
   * A packed image up to this size stays packed when it changes: to copy so many bytes takes no
   * longer than to take them apart.
   */
  private static final int MOST_PACKED_AGAIN = 64 << 10;

  private static final int MOST_BYTES_PER_CHAR = 3;
  private static final int MOST_BYTES_OF_LENGTHS = 10;

  // Nobody compares these.
  @SuppressWarnings("ArrayRecordComponent")
  private record Parts(byte[] settings, Map<String, byte[]> attributes) {}

  /** Either {@link Parts} or the packed bytes. */
  private final Object content;

  /**
   * @param settings what the session layer knows of it besides the attributes
   * @param attributes envelope by attribute name
   */
  public SessionImage(byte[] settings, Map<String, byte[]> attributes) {
    content = new Parts(settings, Map.copyOf(attributes));
  }

  private SessionImage(Object content) {
    this.content = content;
  }

  /** The image with what {@link #content} gave. */
  static SessionImage ofContent(Object content) {
    return new SessionImage(content);
  }

  /** What a {@link Copy} keeps of it: there are so many that an object more counts. */
  Object content() {
    return content;
  }

  /**
   * @param bytes as {@link #packed} makes them; not checked, and taken over
   */
  public static SessionImage ofPacked(byte[] bytes) {
    return ofContent(bytes);
  }

  /**
   * The settings and the attributes, each with its length and each attribute with its name, and the
   * number of attributes: lengths and numbers in groups of seven bits, the lowest first.
   */
  public byte[] packed() {
    return content instanceof Parts parts
        ? PackedImage.pack(parts.settings, parts.attributes)
        : (byte[]) content;
  }

  /** What the session layer knows of it besides the attributes. */
  public byte[] settings() {
    return content instanceof Parts parts
        ? parts.settings
        : new PackedImage((byte[]) content).settings();
  }

  /** Envelope by attribute name. Costs a copy of all if the image is packed. */
  public Map<String, byte[]> attributes() {
    return content instanceof Parts parts
        ? parts.attributes
        : new PackedImage((byte[]) content).attributes();
  }

  int attributeCount() {
    return content instanceof Parts parts
        ? parts.attributes.size()
        : new PackedImage((byte[]) content).attributeCount();
  }

  /** The envelope of one attribute, null if there is none. Copies it if the image is packed. */
  byte @Nullable [] attribute(String name) {
    return content instanceof Parts parts
        ? parts.attributes.get(name)
        : new PackedImage((byte[]) content).attribute(name);
  }

  /** The same with these parts, and packed if this is and is not large. */
  SessionImage with(byte[] settings, Map<String, byte[]> attributes) {
    boolean packs = content instanceof byte[] packed && packed.length <= MOST_PACKED_AGAIN;
    return packs
        ? ofContent(PackedImage.pack(settings, attributes))
        : new SessionImage(settings, attributes);
  }

  /** Returns the length of {@link #packed}, whichever way it is kept. */
  long packedBytes() {
    return content instanceof Parts parts
        ? PackedImage.length(parts.settings, parts.attributes)
        : ((byte[]) content).length;
  }

  /** Upper bound of the bytes that it takes in a frame. Costs a look at each attribute. */
  long encodedBytes() {
    if (!(content instanceof Parts parts)) {
      return ((byte[]) content).length;
    }
    long bytes = parts.settings.length + (long) MOST_BYTES_OF_LENGTHS;
    for (Map.Entry<String, byte[]> each : parts.attributes.entrySet()) {
      bytes +=
          (long) MOST_BYTES_PER_CHAR * each.getKey().length()
              + each.getValue().length
              + MOST_BYTES_OF_LENGTHS;
    }
    return bytes;
  }
}
