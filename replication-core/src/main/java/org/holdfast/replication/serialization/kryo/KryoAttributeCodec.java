/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.KryoException;
import java.io.IOException;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.ImmutableTypes;
import org.holdfast.replication.serialization.codec.Likeness;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.ReferencePath;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.jdk.JdkSerialization;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kryo for what it gives back faithfully, JDK serialization for whole attributes that hold anything
 * else, refusal for the rest.
 *
 * <ul>
 *   <li>JDK types have fixed ids and serializers of their own here; nothing is read from the JDK's
 *       private fields, so no {@code --add-opens} is needed and every JDK behaves alike.
 *   <li>Application classes must implement {@link java.io.Serializable}, as containers ask for.
 *       Their transient fields come back as JDK serialization leaves them. A class with {@code
 *       readObject}, {@code writeReplace} and the like, or an {@code Externalizable}, or a subclass
 *       of a serializable JDK class, takes the <em>whole</em> attribute through JDK serialization:
 *       only so identity inside the attribute holds.
 *   <li>The first value of each class is read back and compared. If that fails under Kryo, its
 *       classes go through JDK serialization from then on; if that fails too, the value is refused.
 *       So are values whose hash containers are part of a cycle, each time.
 * </ul>
 *
 * <p>Thread-safe, without a lock on the path. Costs: one walk of the graph and one copy of the
 * bytes per encode; {@link #check} costs the same, and nothing for immutable values.
 */
public final class KryoAttributeCodec implements AttributeCodec {
  private static final Logger log = LoggerFactory.getLogger(KryoAttributeCodec.class);

  /**
   * JDK payloads from this size on are read back each time: only there sharing can make hashing too
   * much work.
   */
  private static final int ALWAYS_VERIFIED_JDK_BYTES = 16 << 10;

  private final CodecLimits limits;
  private final WebappClasses classes;
  private final ClassPlans plans;
  private final KryoPool pool;
  private final JdkSerialization jdk;
  private final Set<Class<?>> verifiedKryo = ConcurrentHashMap.newKeySet();
  private final Set<Class<?>> verifiedJdk = ConcurrentHashMap.newKeySet();

  /**
   * @param webappLoader class loader of the web application whose sessions these are
   * @param filter which classes may pass
   * @param limits bounds for writing and reading
   */
  public KryoAttributeCodec(ClassLoader webappLoader, ClassFilter filter, CodecLimits limits) {
    this(webappLoader, filter, limits, ClassAliases.NONE);
  }

  /**
   * @param aliases classes that have another name on the wire than here
   */
  public KryoAttributeCodec(
      ClassLoader webappLoader, ClassFilter filter, CodecLimits limits, ClassAliases aliases) {
    this.limits = limits;
    this.classes = new WebappClasses(webappLoader, filter);
    this.plans = new ClassPlans(classes, aliases);
    JdkTypes jdkTypes = new JdkTypes(classes);
    this.pool =
        new KryoPool(
            () -> AttributeKryo.create(jdkTypes, classes, plans, limits),
            2 * Runtime.getRuntime().availableProcessors());
    this.jdk = new JdkSerialization(classes, limits);
  }

  @Override
  public void check(String name, Object value) {
    if (!isImmutable(value) || value instanceof Class || value instanceof Enum) {
      encode(name, value);
    }
  }

  @Override
  public byte[] encode(String name, Object value) {
    try {
      return encodeOnce(name, value);
    } catch (ConcurrentModificationException first) {
      try {
        return encodeOnce(name, value);
      } catch (ConcurrentModificationException second) {
        throw new UnserializableAttributeException(
            "attribute \"" + name + "\": changed by another thread while it was encoded, twice",
            second);
      }
    }
  }

  @Override
  public Object decode(String name, byte[] envelope) {
    try {
      Envelope open = Envelope.open(envelope, limits.maxBytes());
      return open.codecId() == Envelope.KRYO ? readKryo(envelope) : readJdk(envelope);
    } catch (CorruptAttributeException e) {
      throw new CorruptAttributeException("attribute \"" + name + "\": " + e.getMessage(), e);
    } catch (RuntimeException
        | IOException
        | ClassNotFoundException
        | LinkageError
        | StackOverflowError e) {
      throw new CorruptAttributeException(
          "attribute \""
              + name
              + "\": "
              + envelope.length
              + " bytes cannot be read: "
              + describe(e),
          e);
    }
  }

  @Override
  public boolean isImmutable(Object value) {
    return ImmutableTypes.isImmutable(value);
  }

  @Override
  public void close() {
    pool.renew();
    plans.clear();
    classes.clear();
    verifiedKryo.clear();
    verifiedJdk.clear();
  }

  private byte[] encodeOnce(String name, Object value) {
    try {
      byte[] sealed = encodeWithKryo(value);
      return sealed != null ? sealed : encodeWithJdk(value);
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (Refusal e) {
      throw refused(name, value, e.culprit(), e.reason(), e);
    } catch (RuntimeException
        | IOException
        | ClassNotFoundException
        | LinkageError
        | StackOverflowError e) {
      throw new UnserializableAttributeException(
          "attribute \""
              + name
              + "\" of class "
              + value.getClass().getName()
              + " cannot be replicated: "
              + describe(e),
          e);
    }
  }

  /** Returns the envelope, or null if the value has to go through JDK serialization. */
  private byte @Nullable [] encodeWithKryo(Object value) {
    KryoPool.Loan loan = pool.borrow();
    AttributeKryo kryo = loan.kryo();
    byte[] sealed;
    Set<Class<?>> unverified;
    boolean risky;
    try {
      int bytes = kryo.write(value);
      sealed = Envelope.seal(Envelope.KRYO, kryo.output().getBuffer(), bytes);
      unverified = unverified(kryo.graph().classes(), verifiedKryo);
      risky = kryo.graph().hashedCycle();
    } catch (JdkDetour detour) {
      loan.giveBack();
      return null;
    }
    loan.giveBack();
    if (unverified.isEmpty() && !risky) {
      return sealed;
    }
    String failure = verifyKryo(value, sealed);
    if (failure == null) {
      verifiedKryo.addAll(unverified);
      return sealed;
    }
    log.info(
        "classes {} do not survive Kryo ({}), sent through JDK serialization from now on",
        unverified,
        failure);
    plans.sendThroughJdk(unverified);
    pool.renew();
    return null;
  }

  private static Set<Class<?>> unverified(Set<Class<?>> seen, Set<Class<?>> verified) {
    if (verified.containsAll(seen)) {
      return Set.of();
    }
    Set<Class<?>> unverified = new HashSet<>(seen);
    unverified.removeAll(verified);
    return unverified;
  }

  /** Reads the envelope and compares; returns what is wrong, or null. */
  private @Nullable String verifyKryo(Object value, byte[] sealed) {
    try {
      Object copy = readKryo(sealed);
      KryoPool.Loan loan = pool.borrow();
      int bytes = loan.kryo().write(copy);
      boolean same =
          Arrays.equals(
              sealed,
              Envelope.HEADER_BYTES,
              sealed.length,
              loan.kryo().output().getBuffer(),
              0,
              bytes);
      loan.giveBack();
      return same || Likeness.of(value) == Likeness.of(copy) ? null : "the copy differs";
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return describe(e);
    }
  }

  private byte[] encodeWithJdk(Object value) throws IOException, ClassNotFoundException {
    JdkSerialization.Written written = jdk.write(value);
    Set<Class<?>> unverified = unverified(written.classes(), verifiedJdk);
    if (!unverified.isEmpty() || written.length() >= ALWAYS_VERIFIED_JDK_BYTES) {
      Object copy = jdk.read(written.bytes(), 0, written.length());
      if (copy == null) {
        throw new Refusal(value, "comes back as null");
      }
      verifiedJdk.addAll(unverified);
    }
    return Envelope.seal(Envelope.JDK, written.bytes(), written.length());
  }

  private Object readKryo(byte[] envelope) {
    KryoPool.Loan loan = pool.borrow();
    Object value = loan.kryo().read(envelope, Envelope.HEADER_BYTES);
    loan.giveBack();
    return value;
  }

  private Object readJdk(byte[] envelope) throws IOException, ClassNotFoundException {
    Object value =
        jdk.read(envelope, Envelope.HEADER_BYTES, envelope.length - Envelope.HEADER_BYTES);
    if (value == null) {
      throw new LimitExceeded("null in place of a value");
    }
    return value;
  }

  private UnserializableAttributeException refused(
      String name, Object root, @Nullable Object culprit, String reason, Exception cause) {
    ReferencePath.Found found =
        ReferencePath.find(root, at -> culprit == null ? isRefused(at) : at == culprit);
    String where = found == null ? root.getClass().getSimpleName() : found.path();
    String type = (found == null ? root : found.culprit()).getClass().getName();
    // A culprit inside a JDK object has no path of its own.
    String hidden =
        found == null && culprit != null
            ? "holds a " + culprit.getClass().getName() + ", which "
            : "";
    return new UnserializableAttributeException(
        "attribute \""
            + name
            + "\": "
            + where
            + ": "
            + type
            + " is not serializable: it "
            + hidden
            + reason,
        cause);
  }

  private boolean isRefused(Object at) {
    return !ImmutableTypes.isImmutable(at)
        && plans.plan(at.getClass()).way() == ClassPlans.Way.REFUSED;
  }

  private static String describe(Throwable problem) {
    if (problem instanceof KryoException && problem.getMessage() != null) {
      return problem.getMessage().lines().findFirst().orElse("");
    }
    String message = problem.getMessage();
    String kind = problem instanceof LimitExceeded ? "" : problem.getClass().getSimpleName() + ": ";
    return message == null ? problem.getClass().getSimpleName() : kind + message;
  }
}
