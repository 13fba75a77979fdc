// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import java.util.ArrayList;
import java.util.List;

/**
 * Encodes one attribute value as an envelope: codec id, checksum, bytes. Bound to the class loader
 * of one web application.
 *
 * <p>Thread-safe. Equal values need not give equal bytes, but one unchanged object graph always
 * gives the same bytes.
 */
public interface AttributeCodec extends AutoCloseable {

  /**
   * Checks that {@code value} would survive the trip, without keeping anything. Cheap for classes
   * seen before.
   *
   * @throws UnserializableAttributeException if it would not, naming the attribute and the path to
   *     the offending field; its reason tells whether it may be otherwise a moment later
   */
  void check(String name, Object value);

  /**
   * Returns the envelope of {@code value}.
   *
   * @throws UnserializableAttributeException if the value, or something it refers to, cannot be
   *     encoded and read back faithfully, or not at this moment
   */
  byte[] encode(String name, Object value);

  /**
   * Encodes like {@link #encode(String, Object)}, and reports to {@code met} each object whose
   * identity may matter: no immutable values and no constants. A codec that does not see the
   * objects reports none, so that nothing is found to be shared.
   */
  default byte[] encode(String name, Object value, MetObjects met) {
    met.begin();
    return encode(name, value);
  }

  /**
   * Returns the value in {@code envelope}; trusts nothing in it.
   *
   * @throws CorruptAttributeException if the checksum, the codec id, a length or a class is not
   *     acceptable
   */
  Object decode(String name, byte[] envelope);

  /**
   * Returns the elements of the list in {@code envelope}: those that can be read although others
   * cannot, with their identity among each other. A codec that cannot tell them apart reads all or
   * none.
   *
   * @throws CorruptAttributeException if none can be read
   */
  default List<DecodedPart> decodeParts(String name, byte[] envelope) {
    if (!(decode(name, envelope) instanceof List<?> list)) {
      throw new CorruptAttributeException(
          "attribute \"" + name + "\": the bytes are no list of values");
    }
    List<DecodedPart> parts = new ArrayList<>();
    list.forEach(value -> parts.add(new DecodedPart(value, null)));
    return parts;
  }

  /**
   * Tells whether {@code value} can never change, so that reading it never needs a new encoding.
   */
  boolean isImmutable(Object value);

  /** Drops all references to the class loader. */
  @Override
  void close();
}
