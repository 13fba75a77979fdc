// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a session, which the protocol never decodes. The arrays are shared and must not be
 * changed. Immutable.
 *
 * <p>The attributes are in the order of their names. A short image, and one that no step has come
 * to since it arrived, is one array, which costs little more than its bytes. Any other is
 * {@linkplain PagedImage in pages}, so that a step costs what it changes.
 */
public final class SessionImage {
  /**
   * The most attributes that a session may have. Each takes some 100 bytes of heap on the member
   * that receives it, however short it is in a frame.
   */
  public static final int MOST_ATTRIBUTES = 1 << 16;

  /** The image of a tombstone, which contains nothing. */
  public static final SessionImage EMPTY = new SessionImage(new byte[0], Map.of());

  /** The content of the image: either a {@link PagedImage} or the packed bytes. */
  private final Object content;

  /**
   * Copies the parts into an image.
   *
   * @param settings the data of the session layer besides the attributes
   * @param attributes the envelopes by attribute name
   */
  public SessionImage(byte[] settings, Map<String, byte[]> attributes) {
    this(settings, AttributeChange.inOrder(attributes, Set.of()));
  }

  private SessionImage(byte[] settings, AttributeChange[] attributes) {
    Splice splice = new Splice(new byte[0], 0, attributes, 0, attributes.length);
    content = PagedImage.content(settings, attributes.length, splice);
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
   * Returns the image of packed bytes. Costs a look at each name, and a copy if the names are in
   * another order.
   *
   * @param bytes the bytes as {@link #packed} makes them, but in any order; not checked, and taken
   *     over
   */
  public static SessionImage ofPacked(byte[] bytes) {
    if (attributesOf(bytes).isInOrder()) {
      return ofContent(bytes);
    }
    PackedReader reader = new PackedReader(bytes, 0);
    byte[] settings = reader.readBytes();
    int count = reader.readNumber();
    return new SessionImage(settings, AttributeChange.inOrder(reader, count));
  }

  private static PackedReader attributesOf(byte[] packed) {
    PackedReader reader = new PackedReader(packed, 0);
    reader.skipBytes();
    reader.readNumber();
    return reader;
  }

  /**
   * Returns the settings, the number of attributes, and each attribute with its name, in one array.
   * Settings, names and attributes have their length before them. Lengths and the number are in
   * groups of seven bits, the lowest first. Costs a copy if the image is in pages.
   */
  public byte[] packed() {
    return content instanceof PagedImage paged ? paged.packed() : (byte[]) content;
  }

  /** Returns the length of {@link #packed}. */
  public long packedBytes() {
    return content instanceof PagedImage paged ? paged.packedBytes() : ((byte[]) content).length;
  }

  /** Writes {@link #packed} to {@code to} from {@code at} on. */
  public void write(byte[] to, int at) {
    if (content instanceof PagedImage paged) {
      paged.write(to, at);
    } else {
      byte[] packed = (byte[]) content;
      System.arraycopy(packed, 0, to, at, packed.length);
    }
  }

  /** Returns the data of the session layer besides the attributes. */
  public byte[] settings() {
    return content instanceof PagedImage paged
        ? paged.settings()
        : new PackedReader((byte[]) content, 0).readBytes();
  }

  /** Returns the envelopes by attribute name. Costs a copy of all. */
  public Map<String, byte[]> attributes() {
    Map<String, byte[]> attributes = new HashMap<>(2 * attributeCount());
    if (content instanceof PagedImage paged) {
      paged.forEachPage(page -> putAll(page, attributes));
    } else {
      putAll(attributesOf((byte[]) content), attributes);
    }
    return attributes;
  }

  private static void putAll(PackedReader from, Map<String, byte[]> attributes) {
    while (from.nextAttribute()) {
      attributes.put(SharedNames.of(from.name()), from.envelope());
    }
  }

  public int attributeCount() {
    if (content instanceof PagedImage paged) {
      return paged.attributeCount();
    }
    PackedReader reader = new PackedReader((byte[]) content, 0);
    reader.skipBytes();
    return reader.readNumber();
  }

  /**
   * Returns a copy of the envelope of one attribute, or null if there is none. Costs a look at the
   * names of a page, or at all before it if the image is one array.
   */
  public byte @Nullable [] attribute(String name) {
    return content instanceof PagedImage paged
        ? paged.attribute(name)
        : attributesOf((byte[]) content).find(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the image after a step.
   *
   * @param settings null if unchanged
   * @param changed envelopes of new and changed attributes
   */
  SessionImage with(byte @Nullable [] settings, Map<String, byte[]> changed, Set<String> removed) {
    if (settings == null && changed.isEmpty() && removed.isEmpty()) {
      return this;
    }
    AttributeChange[] changes = AttributeChange.inOrder(changed, removed);
    if (content instanceof PagedImage paged) {
      return ofContent(paged.with(settings, changes).content());
    }
    byte[] packed = (byte[]) content;
    if (packed.length > PagedImage.MOST_PACKED_BYTES) {
      return ofContent(PagedImage.of(packed).with(settings, changes).content());
    }
    PackedReader reader = new PackedReader(packed, 0);
    byte[] before = reader.readBytes();
    int count = reader.readNumber();
    Splice splice = new Splice(packed, reader.position(), changes, 0, changes.length);
    return ofContent(
        PagedImage.content(settings == null ? before : settings, count + splice.added(), splice));
  }
}
