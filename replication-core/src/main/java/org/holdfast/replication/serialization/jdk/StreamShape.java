// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.ObjectStreamConstants;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * The skeleton of a stream of JDK serialization, read from the bytes before any class is loaded or
 * any object made. It has the number and the depth of the objects, the lengths of the arrays, and
 * the objects that will be keys of hash containers. Refuses what {@link java.io.ObjectOutputStream}
 * never writes, such as a reference to a later object. Cost is linear in the bytes; one use per
 * instance.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/protocol.html">
 *     Object Serialization Stream Protocol</a>
 */
final class StreamShape {
  /**
   * The name in a class description.
   *
   * @param start where its length stands in the array that was parsed
   * @param bytes that it takes, without the length
   */
  record ClassName(int start, int bytes, String name) {}

  private record Description(
      String name, int flags, String fields, Handed handed, @Nullable Description parent) {}

  /** A receiver of the parts of an object. */
  private interface Taker {
    void take(Content part, boolean again);
  }

  private static final Taker NOBODY = (part, again) -> {};

  private static final Object NO_NODE = new Object();

  /**
   * The package of the JDK's containers and views of them: the contents of their fields are theirs.
   */
  private static final String CONTAINERS = "java.util.";

  private final ByteBuffer bytes;
  private final CodecLimits limits;
  private final List<Object> handles = new ArrayList<>();
  private final List<StreamNode> completed = new ArrayList<>();
  private final List<ClassName> classNames = new ArrayList<>();
  private final Map<String, Handed> handed = new HashMap<>();
  private boolean cyclic;
  private int objects;
  private int depth;

  private StreamShape(ByteBuffer bytes, CodecLimits limits) {
    this.bytes = bytes;
    this.limits = limits;
  }

  /**
   * Reads the one value in the bytes.
   *
   * @throws LimitExceeded if the bytes are no stream of one value, or beyond {@code limits}
   */
  static StreamShape parse(byte[] stream, int offset, int length, CodecLimits limits) {
    StreamShape shape = new StreamShape(ByteBuffer.wrap(stream, offset, length), limits);
    try {
      if (shape.bytes.getShort() != ObjectStreamConstants.STREAM_MAGIC
          || shape.bytes.getShort() != ObjectStreamConstants.STREAM_VERSION) {
        throw new LimitExceeded("not a stream of JDK serialization");
      }
      Object unused = shape.content();
    } catch (BufferUnderflowException e) {
      throw new LimitExceeded("the stream ends inside a value");
    }
    if (shape.bytes.hasRemaining()) {
      throw new LimitExceeded(shape.bytes.remaining() + " bytes after the value");
    }
    return shape;
  }

  /** Returns the objects in the order in which a reader completes them. */
  List<StreamNode> objects() {
    return completed;
  }

  /**
   * Tells whether an object is referred to from inside itself. A reader gets it before it is whole:
   * a record sees null, a set hashes what has no fields yet, {@code readResolve} has not been
   * asked.
   */
  boolean isCyclic() {
    return cyclic;
  }

  /** Returns the names of all classes, in the order of the bytes. */
  List<ClassName> classNames() {
    return classNames;
  }

  /**
   * Returns the shared content that the objects of each class are handed, by its name in the bytes.
   */
  Map<String, Handed> handed() {
    return handed;
  }

  /** Reads one object or reference; returns its node or {@link #NO_NODE}. */
  private Object content() {
    if (++depth > limits.maxDepth()) {
      throw new LimitExceeded("nested deeper than " + limits.maxDepth() + " levels");
    }
    byte code = bytes.get();
    Object node =
        switch (code) {
          case ObjectStreamConstants.TC_NULL -> NO_NODE;
          case ObjectStreamConstants.TC_REFERENCE -> referred();
          case ObjectStreamConstants.TC_STRING -> text(Short.toUnsignedInt(bytes.getShort()));
          case ObjectStreamConstants.TC_LONGSTRING -> text(bytes.getLong());
          case ObjectStreamConstants.TC_CLASS -> {
            Description unused = description();
            handles.add(NO_NODE);
            yield NO_NODE;
          }
          case ObjectStreamConstants.TC_CLASSDESC -> newDescription();
          case ObjectStreamConstants.TC_ENUM -> constant();
          case ObjectStreamConstants.TC_ARRAY -> array();
          case ObjectStreamConstants.TC_OBJECT -> object();
          default -> throw new LimitExceeded("code " + code + " where an object belongs");
        };
    depth--;
    return node;
  }

  private Object referred() {
    int handle = bytes.getInt() - ObjectStreamConstants.baseWireHandle;
    if (handle < 0 || handle >= handles.size()) {
      throw new LimitExceeded("reference " + handle + " to an object that does not exist yet");
    }
    Object referred = handles.get(handle);
    cyclic |= referred instanceof StreamNode node && !node.isWhole();
    return referred;
  }

  private StreamNode node(String className) {
    // A container of the JDK that holds itself; what a class of the application hashes is unknown.
    StreamNode node = new StreamNode(className.startsWith("java."));
    handles.add(node);
    return node;
  }

  private void complete(StreamNode node) {
    node.becomesWhole();
    completed.add(node);
  }

  private StreamNode text(long length) {
    StreamNode node = node("");
    skip(length);
    node.addVisits(HashBudget.forText(length));
    node.content().addText(length);
    complete(node);
    return node;
  }

  private StreamNode constant() {
    Description unused = requireDescription();
    StreamNode node = node("");
    typeName();
    complete(node);
    return node;
  }

  private StreamNode array() {
    countObject();
    Description type = requireDescription();
    StreamNode node = node("");
    int length = bytes.getInt();
    char element = type.name().length() < 2 ? 'L' : type.name().charAt(1);
    int width = widthOf(element);
    if (length < 0
        || length > limits.maxElements()
        || (long) length * Math.max(1, width) > bytes.remaining()) {
      throw new LimitExceeded(
          "declared length "
              + length
              + " with "
              + bytes.remaining()
              + " bytes left (at most "
              + limits.maxElements()
              + " elements)");
    }
    if (width > 0) {
      skip((long) length * width);
      node.addVisits(HashBudget.forLength((long) length * width));
      node.content().addPrimitives(length, width);
    } else {
      node.content().addSlots(length);
      for (int i = 0; i < length; i++) {
        Object unused = partOf(node, node.content()::addElement);
      }
    }
    complete(node);
    return node;
  }

  private StreamNode object() {
    countObject();
    Description type = requireDescription();
    StreamNode node = node(type.name());
    List<Description> hierarchy = new ArrayList<>();
    for (Description at = type; at != null; at = at.parent()) {
      hierarchy.add(0, at);
    }
    int tag = 0;
    for (Description at : hierarchy) {
      tag = data(node, at);
    }
    if (type.name().equals("java.util.Collections$CopiesList")) {
      node.repeat(tag);
      node.content().addRepeatedSlots(Math.max(0, tag));
    }
    complete(node);
    return node;
  }

  /**
   * Reads the fields of {@code type} itself; returns the last {@code int} among them, 0 if there is
   * none.
   */
  private int data(StreamNode node, Description type) {
    int tag = 0;
    if ((type.flags() & ObjectStreamConstants.SC_EXTERNALIZABLE) != 0) {
      if ((type.flags() & ObjectStreamConstants.SC_BLOCK_DATA) == 0) {
        throw new LimitExceeded("an Externalizable of the first protocol version");
      }
      annotation(node, ReadMethod.of(type.name(), tag), type.handed()::read);
    } else if ((type.flags() & ObjectStreamConstants.SC_SERIALIZABLE) != 0) {
      for (char field : type.fields().toCharArray()) {
        if (field == 'I') {
          tag = bytes.getInt();
        } else {
          value(node, field, type);
        }
      }
      if ((type.flags() & ObjectStreamConstants.SC_WRITE_METHOD) != 0) {
        annotation(node, ReadMethod.of(type.name(), tag), type.handed()::read);
      }
    }
    return tag;
  }

  /** Reads one object or reference that {@code owner} holds, and hands it to {@code taker}. */
  private Object partOf(StreamNode owner, Taker taker) {
    boolean again =
        bytes.hasRemaining() && bytes.get(bytes.position()) == ObjectStreamConstants.TC_REFERENCE;
    Object part = content();
    if (part instanceof StreamNode node) {
      owner.addPart(node);
      taker.take(node.content(), again);
    } else {
      owner.addVisits(1);
    }
    return part;
  }

  private void value(StreamNode owner, char field, Description type) {
    int width = widthOf(field);
    owner.content().addSlots(1);
    if (width > 0) {
      skip(width);
      return;
    }
    Object unused =
        partOf(
            owner,
            (part, again) -> {
              type.handed().field(part, again);
              if (type.name().startsWith(CONTAINERS)) {
                owner.content().addViewed(part, again);
              }
            });
  }

  private void annotation(StreamNode owner, ReadMethod method, Taker taker) {
    StreamNode.Container container = new StreamNode.Container(method);
    for (int i = 0; ; i++) {
      int start = bytes.position();
      while (blockData()) {
        // Lengths and the like: the code that reads them judges them.
      }
      owner.addVisits(HashBudget.forText(bytes.position() - start));
      owner.content().addWritten(bytes.position() - start);
      if (bytes.get(bytes.position()) == ObjectStreamConstants.TC_ENDBLOCKDATA) {
        skip(1);
        return;
      }
      owner.content().addSlots(1);
      Object part = partOf(owner, taker);
      if (!(part instanceof StreamNode node)) {
        continue;
      }
      if (method.isKey(i)) {
        node.keyOf(container);
      } else if (method == ReadMethod.UNKNOWN) {
        node.readByApplication();
      }
    }
  }

  private boolean blockData() {
    if (!bytes.hasRemaining()) {
      throw new BufferUnderflowException();
    }
    byte code = bytes.get(bytes.position());
    if (code == ObjectStreamConstants.TC_BLOCKDATA) {
      skip(1);
      skip(Byte.toUnsignedInt(bytes.get()));
      return true;
    }
    if (code == ObjectStreamConstants.TC_BLOCKDATALONG) {
      skip(1);
      skip(bytes.getInt());
      return true;
    }
    return false;
  }

  private Description requireDescription() {
    Description description = description();
    if (description == null) {
      throw new LimitExceeded("an object without a class");
    }
    return description;
  }

  private @Nullable Description description() {
    byte code = bytes.get();
    return switch (code) {
      case ObjectStreamConstants.TC_NULL -> null;
      case ObjectStreamConstants.TC_CLASSDESC -> newDescription();
      case ObjectStreamConstants.TC_REFERENCE -> {
        if (referred() instanceof Description known) {
          yield known;
        }
        throw new LimitExceeded("a reference to an object where a class belongs");
      }
      case ObjectStreamConstants.TC_PROXYCLASSDESC ->
          throw new LimitExceeded("dynamic proxies are refused");
      default -> throw new LimitExceeded("code " + code + " where a class belongs");
    };
  }

  private Description newDescription() {
    if (++depth > 2 * limits.maxDepth()) {
      throw new LimitExceeded("a class with too many superclasses");
    }
    String name = className();
    skip(Long.BYTES);
    int handle = handles.size();
    handles.add(NO_NODE);
    int flags = bytes.get();
    int count = bytes.getShort();
    StringBuilder fields = new StringBuilder();
    for (int i = 0; i < count; i++) {
      char type = (char) bytes.get();
      skip(Short.toUnsignedInt(bytes.getShort()));
      if (widthOf(type) == 0) {
        typeName();
      }
      fields.append(type);
    }
    annotation(new StreamNode(false), ReadMethod.WITHOUT_KEYS, NOBODY);
    Handed toAll = handed.computeIfAbsent(name, unseen -> new Handed());
    Description description = new Description(name, flags, fields.toString(), toAll, description());
    handles.set(handle, description);
    depth--;
    return description;
  }

  /**
   * Reads past a text that is no object to the reader: the name of a field's type or of a constant.
   */
  private void typeName() {
    byte code = bytes.get();
    if (code == ObjectStreamConstants.TC_REFERENCE) {
      Object unused = referred();
      return;
    }
    if (code != ObjectStreamConstants.TC_STRING && code != ObjectStreamConstants.TC_LONGSTRING) {
      throw new LimitExceeded("code " + code + " where a name belongs");
    }
    handles.add(NO_NODE);
    skip(
        code == ObjectStreamConstants.TC_STRING
            ? Short.toUnsignedInt(bytes.getShort())
            : bytes.getLong());
  }

  private String className() {
    int start = bytes.arrayOffset() + bytes.position();
    int length = Short.toUnsignedInt(bytes.getShort());
    skip(length);
    String name = new String(bytes.array(), start + Short.BYTES, length, StandardCharsets.UTF_8);
    classNames.add(new ClassName(start, length, name));
    return name;
  }

  /**
   * Returns the bytes that a field or an array element of {@code type} takes; 0 for an object,
   * which the stream writes as a content of its own.
   *
   * @param type the letter of the type in a class description
   */
  private static int widthOf(char type) {
    return switch (type) {
      case 'B', 'Z' -> 1;
      case 'C', 'S' -> 2;
      case 'F', 'I' -> 4;
      case 'D', 'J' -> 8;
      case 'L', '[' -> 0;
      default -> throw new LimitExceeded("field of an unknown type " + (int) type);
    };
  }

  private void countObject() {
    if (++objects > limits.maxObjects()) {
      throw new LimitExceeded("more than " + limits.maxObjects() + " objects");
    }
  }

  private void skip(long count) {
    if (count < 0 || count > bytes.remaining()) {
      throw new LimitExceeded(
          "declared length " + count + " with " + bytes.remaining() + " bytes left");
    }
    bytes.position(bytes.position() + (int) count);
  }
}
