// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.DecodedPart;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.Printable;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The part that all codecs share around the encoding itself. It makes the envelope, retries when
 * the value changes meanwhile, and names the attribute and the path to the offending object in
 * messages. Thread-safe if the subclass is.
 */
public abstract class GraphCodec implements AttributeCodec {
  /** The most encodings that are tried to find the part of a value that fails by itself. */
  private static final int MOST_TRIALS = 200;

  private static final byte[] NOTHING = new byte[0];

  private interface Trial {
    byte[] run() throws IOException, ClassNotFoundException;
  }

  private interface Opening<T> {
    T open(int codecId, byte[] envelope) throws IOException, ClassNotFoundException;
  }

  private final CodecLimits limits;
  private final ReplicationMetrics metrics;
  private final RefusalReport refusals = new RefusalReport();

  protected GraphCodec(CodecLimits limits, ReplicationMetrics metrics) {
    this.limits = limits;
    this.metrics = metrics;
  }

  /**
   * Returns the envelope of {@code value}.
   *
   * @param met takes note of the objects in it; may be null
   * @throws Refusal if an object in it cannot be replicated
   * @throws ConcurrentModificationException if it changed meanwhile
   */
  protected abstract byte[] encodeGraph(Object value, @Nullable MetObjects met)
      throws IOException, ClassNotFoundException;

  /** Fails as {@link #encodeGraph} does, and keeps nothing: cheaper where no envelope is needed. */
  protected void checkGraph(Object value) throws IOException, ClassNotFoundException {
    byte[] unused = encodeGraph(value, null);
  }

  /** Reads an envelope whose checksum is right. */
  protected abstract Object decodeGraph(int codecId, byte[] envelope)
      throws IOException, ClassNotFoundException;

  /** Reads all elements, or none, of the list in an envelope whose checksum is right. */
  protected List<DecodedPart> decodePartsOfGraph(int codecId, byte[] envelope)
      throws IOException, ClassNotFoundException {
    if (!(decodeGraph(codecId, envelope) instanceof List<?> list)) {
      throw new CorruptAttributeException("the value is no list of values");
    }
    List<DecodedPart> parts = new ArrayList<>();
    list.forEach(value -> parts.add(new DecodedPart(value, null)));
    return parts;
  }

  /** Tells whether the class of {@code at} alone is enough to refuse it. */
  protected abstract boolean isRefused(Object at);

  @Override
  public void check(String name, Object value) {
    if (ImmutableTypes.isSurelySmall(value, limits.maxBytes())) {
      return;
    }
    try {
      byte[] unused =
          twice(
              name,
              value,
              () -> {
                checkGraph(value);
                return NOTHING;
              });
    } catch (UnserializableAttributeException e) {
      Throwable cause = e.getCause();
      if (cause != null && isOfTheWhole(cause)) {
        report(name, value, null, "cannot be encoded: " + describe(cause));
      }
      throw e;
    }
  }

  @Override
  public byte[] encode(String name, Object value) {
    return twice(name, value, () -> encodeGraph(value, null));
  }

  @Override
  public byte[] encode(String name, Object value, MetObjects met) {
    return twice(name, value, () -> encodeGraph(value, met));
  }

  private byte[] twice(String name, Object value, Trial trial) {
    try {
      return once(name, value, trial);
    } catch (ConcurrentModificationException first) {
      try {
        return once(name, value, trial);
      } catch (ConcurrentModificationException second) {
        throw changed(name, value, second);
      }
    }
  }

  private static UnserializableAttributeException changed(
      String name, Object value, Throwable cause) {
    String type = value.getClass().getName();
    return new UnserializableAttributeException(
        "attribute \""
            + name
            + "\": "
            + type
            + " was changed by another thread while it was encoded",
        Reason.CHANGED,
        type,
        cause);
  }

  @Override
  public Object decode(String name, byte[] envelope) {
    return opened(name, envelope, this::decodeGraph);
  }

  @Override
  public List<DecodedPart> decodeParts(String name, byte[] envelope) {
    return opened(name, envelope, this::decodePartsOfGraph);
  }

  private <T> T opened(String name, byte[] envelope, Opening<T> opening) {
    try {
      return opening.open(Envelope.open(envelope, limits.maxBytes()).codecId(), envelope);
    } catch (CorruptAttributeException e) {
      throw new CorruptAttributeException("attribute \"" + name + "\": " + e.getMessage(), e);
    } catch (OutOfMemoryError e) {
      if (!isOfTheHeap(e)) {
        throw e;
      }
      throw unreadable(name, envelope, e);
    } catch (RuntimeException | IOException | ClassNotFoundException | Error e) {
      // Methods of the application throw errors, too, such as those of assertions.
      throw unreadable(name, envelope, e);
    }
  }

  /**
   * Tells whether the heap was too small. The bounds keep the memory for reading in proportion to
   * the bytes, but a heap may be too small even for that. Then only the attribute is lost, while an
   * error would end the request, or the thread. Threads, class metadata and direct buffers run out
   * for reasons outside the attribute. A JVM with the option to exit or to dump its heap has done
   * so before this is caught.
   */
  private static boolean isOfTheHeap(OutOfMemoryError e) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith("Java heap space")
        || message.startsWith("GC overhead limit exceeded")
        || message.startsWith("Requested array size exceeds VM limit");
  }

  private static CorruptAttributeException unreadable(String name, byte[] envelope, Throwable e) {
    return new CorruptAttributeException(
        "attribute \"" + name + "\": " + envelope.length + " bytes cannot be read: " + describe(e),
        e);
  }

  @Override
  public boolean isImmutable(Object value) {
    return ImmutableTypes.isImmutable(value);
  }

  private byte[] once(String name, Object value, Trial trial) {
    try {
      return trial.run();
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (Refusal e) {
      metrics.count(Counter.ATTRIBUTES_REFUSED);
      throw refused(name, value, e);
    } catch (OutOfMemoryError e) {
      if (!isOfTheHeap(e)) {
        throw e;
      }
      throw new UnserializableAttributeException(
          "attribute \"" + name + "\": too little memory to encode it: " + describe(e),
          Reason.MEMORY,
          value.getClass().getName(),
          e);
    } catch (RuntimeException | IOException | ClassNotFoundException | Error e) {
      boolean ofTheWhole = isOfTheWhole(e);
      if (!ofTheWhole && !fails(value)) {
        // Not every container notices a change: what failed and works a moment later was changing.
        throw changed(name, value, e);
      }
      metrics.count(Counter.ATTRIBUTES_REFUSED);
      ReferencePath.Found found = ofTheWhole ? null : failing(value);
      if (!ofTheWhole) {
        // Attributes that are too large together travel one by one: nothing is lost by that.
        report(name, value, found, "cannot be encoded: " + describe(e));
      }
      throw new UnserializableAttributeException(
          "attribute \""
              + name
              + "\": "
              + (found == null ? nameOf(value) : found.path())
              + " of class "
              + (found == null ? value : found.culprit()).getClass().getName()
              + " cannot be replicated: "
              + describe(e),
          Reason.REFUSED,
          (found == null ? value : found.culprit()).getClass().getName(),
          found == null ? null : found.keyless(),
          e);
    }
  }

  private static boolean isOfTheWhole(Throwable problem) {
    return problem instanceof LimitExceeded || problem instanceof StackOverflowError;
  }

  private UnserializableAttributeException refused(String name, Object root, Refusal refusal) {
    Object culprit = refusal.culprit();
    ReferencePath.Found found;
    if (culprit == root && !isRefused(root)) {
      found = failing(root);
    } else {
      found = ReferencePath.find(root, at -> culprit == null ? refusedByClass(at) : at == culprit);
      if (found == null && culprit != null) {
        found = failing(root);
      }
    }
    String where = found == null ? nameOf(root) : found.path();
    String type = (found == null ? root : found.culprit()).getClass().getName();
    // A culprit inside a JDK object, or one that another object is written as, has no path.
    boolean named =
        culprit == null || culprit == root || (found != null && found.culprit() == culprit);
    String hidden =
        !named
            ? "holds a "
                + java.util.Objects.requireNonNull(culprit).getClass().getName()
                + ", which "
            : "";
    report(name, root, found, "is not serializable: it " + hidden + refusal.reason());
    return new UnserializableAttributeException(
        "attribute \""
            + name
            + "\": "
            + where
            + ": "
            + type
            + " is not serializable: it "
            + hidden
            + refusal.reason(),
        Reason.REFUSED,
        culprit == null ? type : culprit.getClass().getName(),
        found == null ? null : found.keyless(),
        refusal);
  }

  private void report(
      String name, Object root, ReferencePath.@Nullable Found found, String reason) {
    refusals.add(
        name,
        found == null ? nameOf(root) : found.keyless(),
        (found == null ? root : found.culprit()).getClass().getName(),
        reason);
  }

  private boolean refusedByClass(Object at) {
    return !ImmutableTypes.isImmutable(at) && isRefused(at);
  }

  /** Finds the innermost part that fails by itself, or null if only the whole does. */
  private ReferencePath.@Nullable Found failing(Object root) {
    int[] trials = {0};
    return ReferencePath.innermost(
        root, at -> trials[0]++ < MOST_TRIALS && !ImmutableTypes.isImmutable(at) && fails(at));
  }

  private boolean fails(Object part) {
    try {
      byte[] unused = encodeGraph(part, null);
      return false;
    } catch (ConcurrentModificationException | OutOfMemoryError e) {
      return false; // says nothing about this part
    } catch (RuntimeException | IOException | ClassNotFoundException | Error e) {
      return true;
    }
  }

  private static String nameOf(Object root) {
    String name = root.getClass().getSimpleName();
    return name.isEmpty() ? root.getClass().getName() : name;
  }

  /** Describes {@code problem} in one line. */
  protected static String describe(Throwable problem) {
    String message = problem.getMessage();
    String kind = problem instanceof LimitExceeded ? "" : problem.getClass().getSimpleName() + ": ";
    return message == null
        ? problem.getClass().getSimpleName()
        : kind + Printable.part(message.lines().findFirst().orElse(""));
  }
}
