// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a session, which the protocol never decodes. The arrays are shared and must not be
 * changed. Immutable.
 *
 * <p>An image is kept either in its parts, for the member that writes to it, or packed into one
 * array, as it came. A packed copy on a secondary costs little more than its bytes, whatever the
 * number of its attributes.
 */
public final class SessionImage {
  /**
   * The most attributes that a session may have. Each takes some 100 bytes of heap on the member
   * that receives it, however short it is in a frame.
   */
  public static final int MOST_ATTRIBUTES = 1 << 16;

  /** The image of a tombstone, which contains nothing. */
  public static final SessionImage EMPTY = new SessionImage(new byte[0], Map.of());

  /**
   * The size in bytes up to which a packed image stays packed when it changes. To copy so many
   * bytes takes no longer than to take them apart.
   */
  private static final int MOST_PACKED_AGAIN = 64 << 10;

  /**
   * The number of names up to which {@code Map.copyOf} is used. Users may choose names, and in the
   * worst case it compares each with all others.
   */
  static final int FEW = 64;

  private static final int MOST_BYTES_PER_CHAR = 3;
  private static final int MOST_BYTES_OF_LENGTHS = 10;

  // No code compares these.
  @SuppressWarnings("ArrayRecordComponent")
  private record Parts(byte[] settings, Map<String, byte[]> attributes) {}

  /** The content of the image: either {@link Parts} or the packed bytes. */
  private final Object content;

  /**
   * @param settings the data of the session layer besides the attributes
   * @param attributes the envelopes by attribute name
   */
  public SessionImage(byte[] settings, Map<String, byte[]> attributes) {
    content = new Parts(settings, immutable(attributes));
  }

  /** Returns an immutable copy, small for few names and quick for many. */
  static Map<String, byte[]> immutable(Map<String, byte[]> attributes) {
    return attributes.size() <= FEW
        ? Map.copyOf(attributes)
        : Collections.unmodifiableMap(new HashMap<>(attributes));
  }

  private SessionImage(Object content) {
    this.content = content;
  }

  /** Returns the image of a content that {@link #content} has returned. */
  static SessionImage ofContent(Object content) {
    return new SessionImage(content);
  }

  /**
   * Returns the content that a {@link Copy} keeps: there are so many that an object more counts.
   */
  Object content() {
    return content;
  }

  /**
   * @param bytes the bytes as {@link #packed} makes them; not checked, and taken over
   */
  public static SessionImage ofPacked(byte[] bytes) {
    return ofContent(bytes);
  }

  /**
   * Returns the settings, the number of attributes, and each attribute with its name, in one array.
   * Settings, names and attributes have their length before them. Lengths and the number are in
   * groups of seven bits, the lowest first.
   */
  public byte[] packed() {
    return content instanceof Parts parts
        ? PackedImage.pack(parts.settings, parts.attributes)
        : (byte[]) content;
  }

  /** Returns the data of the session layer besides the attributes. */
  public byte[] settings() {
    return content instanceof Parts parts
        ? parts.settings
        : new PackedImage((byte[]) content).settings();
  }

  /** Returns the envelopes by attribute name. Costs a copy of all if the image is packed. */
  public Map<String, byte[]> attributes() {
    return content instanceof Parts parts
        ? parts.attributes
        : new PackedImage((byte[]) content).attributes();
  }

  public int attributeCount() {
    return content instanceof Parts parts
        ? parts.attributes.size()
        : new PackedImage((byte[]) content).attributeCount();
  }

  /**
   * Returns the envelope of one attribute, or null if there is none. Copies it if the image is
   * packed.
   */
  public byte @Nullable [] attribute(String name) {
    return content instanceof Parts parts
        ? parts.attributes.get(name)
        : new PackedImage((byte[]) content).attribute(name);
  }

  /** Returns an image with these parts, packed if this image is packed and not large. */
  SessionImage with(byte[] settings, Map<String, byte[]> attributes) {
    boolean packs = content instanceof byte[] packed && packed.length <= MOST_PACKED_AGAIN;
    return packs
        ? ofContent(PackedImage.pack(settings, attributes))
        : new SessionImage(settings, attributes);
  }

  /** Returns the length of {@link #packed}, whichever way the image is kept. */
  long packedBytes() {
    return content instanceof Parts parts
        ? PackedImage.length(parts.settings, parts.attributes)
        : ((byte[]) content).length;
  }

  /**
   * Returns an upper bound of the bytes that the image takes in a frame. Costs a look at each
   * attribute.
   */
  public long encodedBytes() {
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
