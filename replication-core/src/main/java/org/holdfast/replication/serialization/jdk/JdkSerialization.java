// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.CopyBudget;
import org.holdfast.replication.serialization.codec.DecodeTime;
import org.holdfast.replication.serialization.codec.EarlyHashes;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.PatternBounds;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.codec.SharedObjects;
import org.holdfast.replication.serialization.codec.ZoneIds;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;

/**
 * JDK serialization under the same class filter and limits as Kryo, for graphs with classes that
 * have hooks. Thread-safe.
 *
 * <p>Each class is judged on both sides by name and by loader; proxies and lambdas never pass.
 * Sizes, depth and references are checked by {@link StreamShape} before any object is made. Renamed
 * classes have their name of {@link ClassAliases} in the bytes.
 */
public final class JdkSerialization {
  /** The bytes of one attribute and the classes in them. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Written(byte[] bytes, int length, Set<Class<?>> classes) {}

  private final WebappClasses classes;
  private final CodecLimits limits;
  private final ClassAliases aliases;
  private final LongSupplier cpuNanos;

  /**
   * @param cpuNanos processor time of the calling thread
   */
  public JdkSerialization(
      WebappClasses classes, CodecLimits limits, ClassAliases aliases, LongSupplier cpuNanos) {
    this.classes = classes;
    this.limits = limits;
    this.aliases = aliases;
    this.cpuNanos = cpuNanos;
  }

  /**
   * @param met takes note of the objects in {@code value}; may be null
   * @throws Refusal if an object of the graph may not be written
   * @throws IOException if a class of the graph cannot be written, or the application's hooks fail
   */
  public Written write(Object value, @Nullable MetObjects met) throws IOException {
    BoundedBytes bytes = new BoundedBytes(limits.maxBytes() - Envelope.HEADER_BYTES);
    CheckedOutput output = new CheckedOutput(bytes, classes, aliases, met);
    if (output.replaced != null) {
      output.replaced.root(value);
    }
    output.writeObject(value);
    output.flush();
    return output.renamed
        ? renamed(bytes, output.seen)
        : new Written(bytes.buffer(), bytes.size(), output.seen);
  }

  private Written renamed(BoundedBytes bytes, Set<Class<?>> seen) {
    StreamNames.Part stream = new StreamNames.Part(bytes.buffer(), 0, bytes.size());
    StreamShape shape = StreamShape.parse(bytes.buffer(), 0, bytes.size(), limits);
    StreamNames.Part renamed = StreamNames.renamed(stream, shape, aliases::wireName);
    if (renamed.length() > limits.maxBytes() - Envelope.HEADER_BYTES) {
      throw LimitExceeded.encodedSize(
          (long) renamed.length() + Envelope.HEADER_BYTES, limits.maxBytes());
    }
    return new Written(renamed.array(), renamed.length(), seen);
  }

  /**
   * @throws IOException or a runtime exception if the bytes are not what {@link #write} gives
   */
  public @Nullable Object read(byte[] bytes, int offset, int length)
      throws IOException, ClassNotFoundException {
    DecodeTime time = new DecodeTime(cpuNanos, limits.maxDecodeMillis());
    time.start();
    StreamShape shape = StreamShape.parse(bytes, offset, length, limits);
    requireFewCopies(shape, length);
    HashWeigher weigher = new HashWeigher(length, shape.objects(), time);
    StreamNames.Part stream =
        StreamNames.renamed(new StreamNames.Part(bytes, offset, length), shape, this::localName);
    ByteArrayInputStream source =
        new ByteArrayInputStream(stream.array(), stream.offset(), stream.length());
    EarlyHashes earlyHashes = shape.isCyclic() ? new EarlyHashes() : null;
    FilteredInput input =
        new FilteredInput(source, classes, limits, weigher, time, length, earlyHashes);
    Object value = valueOf(input);
    if (earlyHashes != null) {
      earlyHashes.requireSame();
    }
    if (input.available() > 0 || source.available() > 0 || input.read() >= 0) {
      throw new LimitExceeded("bytes after the value");
    }
    return value;
  }

  /**
   * Fails if reading may copy too much. It is judged before anything is read: a single {@code
   * readObject} may copy all that there is.
   */
  private void requireFewCopies(StreamShape shape, int length) {
    long units = 0;
    for (Map.Entry<String, Handed> each : shape.handed().entrySet()) {
      if (!each.getValue().isNothing()) {
        Class<?> type = classes.loadOrPrimitive(localName(each.getKey()));
        units += each.getValue().units(ReadHook.of(type));
      }
    }
    CopyBudget.require(units, CopyBudget.forBytes(length));
  }

  private static @Nullable Object valueOf(ObjectInputStream input)
      throws IOException, ClassNotFoundException {
    try {
      return input.readObject();
    } catch (InvalidClassException e) {
      // The JDK takes an exception from a filter for a refusal of the class.
      if (e.getCause() instanceof LimitExceeded reason) {
        throw reason;
      }
      throw e;
    }
  }

  /** Tells whether an object refers to itself, over others perhaps. Costs a walk of the bytes. */
  boolean isCyclic(Written written) {
    return StreamShape.parse(written.bytes(), 0, written.length(), limits).isCyclic();
  }

  /**
   * Returns the name of the class here. The name in the stream is judged now, the name here when
   * the class is loaded.
   */
  private String localName(String wireName) {
    String localName = aliases.localName(wireName);
    if (!localName.equals(wireName)) {
      classes.requirePassing(wireName);
    }
    return localName;
  }

  private static final class BoundedBytes extends ByteArrayOutputStream {
    private final int maxBytes;

    BoundedBytes(int maxBytes) {
      super(512);
      this.maxBytes = maxBytes;
    }

    @Override
    public synchronized void write(int b) {
      requireRoom(1);
      super.write(b);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      requireRoom(length);
      super.write(bytes, offset, length);
    }

    private void requireRoom(int more) {
      if (count > maxBytes - more) {
        throw LimitExceeded.encodedSize(
            (long) count + more + Envelope.HEADER_BYTES, maxBytes + Envelope.HEADER_BYTES);
      }
    }

    synchronized byte[] buffer() {
      return buf;
    }
  }

  private static final class CheckedOutput extends ObjectOutputStream {
    private final WebappClasses classes;
    private final ClassAliases aliases;
    private final @Nullable MetObjects met;
    private final @Nullable ReplacedObjects replaced;
    private final Set<Class<?>> seen = new HashSet<>();
    private boolean renamed;

    CheckedOutput(
        BoundedBytes bytes, WebappClasses classes, ClassAliases aliases, @Nullable MetObjects met)
        throws IOException {
      super(bytes);
      this.classes = classes;
      this.aliases = aliases;
      this.met = met;
      this.replaced = met == null ? null : new ReplacedObjects(met);
      if (met != null) {
        met.begin();
      }
      enableReplaceObject(true);
    }

    @Override
    protected @Nullable Object replaceObject(@Nullable Object object) {
      if (object == null || object instanceof IOException) {
        return object; // a failed stream writes why it failed: that must not hide the reason
      }
      if (!(object instanceof Serializable)) {
        throw new Refusal(object, "does not implement java.io.Serializable");
      }
      // Constants with a body have classes of their own, which nothing names.
      Class<?> type =
          object instanceof Enum<?> constant ? constant.getDeclaringClass() : object.getClass();
      String refusal = classes.objectRefusal(type);
      if (refusal == null && object instanceof Pattern pattern) {
        refusal = PatternBounds.violation(pattern.pattern(), pattern.flags());
      }
      if (refusal == null && object instanceof IdentityHashMap<?, ?> map && hasTextOrNumber(map)) {
        refusal = "has keys that come back as other objects: texts, numbers and the like";
      }
      if (refusal != null) {
        throw new Refusal(object, refusal);
      }
      if (met != null && SharedObjects.matter(object)) {
        met.met(object);
      }
      if (replaced != null) {
        replaced.partsOf(object);
      }
      return object;
    }

    /**
     * Tells whether a key is a text, a number or the like. Constants and classes are the same
     * everywhere, other objects within their attribute.
     */
    private static boolean hasTextOrNumber(IdentityHashMap<?, ?> map) {
      return map.keySet().stream()
          .anyMatch(
              key ->
                  key != null
                      && ImmutableTypes.isImmutable(key)
                      && !(key instanceof Enum || key instanceof Class));
    }

    @Override
    protected void annotateClass(Class<?> type) {
      String name = type.getName();
      String refusal = classes.refusal(type);
      if (refusal == null) {
        refusal = aliases.usurped(name);
      }
      if (refusal != null) {
        throw new Refusal(null, "holds class " + name + ", which " + refusal);
      }
      seen.add(type);
      renamed |= !aliases.wireName(name).equals(name);
    }

    @Override
    protected void annotateProxyClass(Class<?> type) {
      throw new Refusal(null, "is a dynamic proxy");
    }
  }

  private static final class FilteredInput extends ObjectInputStream {
    private final WebappClasses classes;
    private final CodecLimits limits;
    private final HashWeigher weigher;
    private final DecodeTime time;
    private final long longestArray;
    private long slotsLeft;
    private final @Nullable EarlyHashes earlyHashes;

    FilteredInput(
        ByteArrayInputStream source,
        WebappClasses classes,
        CodecLimits limits,
        HashWeigher weigher,
        DecodeTime time,
        int length,
        @Nullable EarlyHashes earlyHashes)
        throws IOException {
      super(source);
      this.classes = classes;
      this.limits = limits;
      this.weigher = weigher;
      this.time = time;
      this.earlyHashes = earlyHashes;
      // A hash table may be up to four times as long as its entries' bytes; nothing else is longer
      // than its bytes.
      this.longestArray = Math.min(limits.maxElements(), 64 + 4L * length);
      // All arrays together: each level of a few bytes could ask for the longest otherwise.
      this.slotsLeft = 64 + 8L * length;
      enableResolveObject(true);
      setObjectInputFilter(this::judge);
    }

    private ObjectInputFilter.Status judge(ObjectInputFilter.FilterInfo info) {
      time.step();
      Class<?> type = info.serialClass();
      slotsLeft -= Math.max(0, info.arrayLength());
      if (slotsLeft < 0) {
        throw new LimitExceeded("declares more elements than its bytes can hold");
      }
      if (info.depth() > limits.maxDepth() || info.arrayLength() > longestArray) {
        return ObjectInputFilter.Status.REJECTED;
      }
      if (type == null) {
        return ObjectInputFilter.Status.UNDECIDED;
      }
      // Arrays are judged by resolveClass, those that a JDK class makes for itself are not named.
      return type.isArray() || classes.refusal(type) == null
          ? ObjectInputFilter.Status.ALLOWED
          : ObjectInputFilter.Status.REJECTED;
    }

    @Override
    protected @Nullable Object resolveObject(@Nullable Object object) {
      time.step();
      if (object instanceof Pattern pattern) {
        String violation = PatternBounds.violation(pattern.pattern(), pattern.flags());
        if (violation != null) {
          throw new LimitExceeded("a regular expression " + violation);
        }
      }
      ZoneIds.requireKnown(object);
      if (object != null) {
        weigher.completed(object);
        if (earlyHashes != null) {
          earlyHashes.note(object);
        }
      }
      return object;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) {
      return classes.loadOrPrimitive(description.getName());
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
      throw new InvalidClassException("dynamic proxies are refused");
    }
  }
}
