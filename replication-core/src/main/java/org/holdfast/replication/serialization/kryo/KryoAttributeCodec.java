// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.io.IOException;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.DecodedPart;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.GraphCodec;
import org.holdfast.replication.serialization.codec.GraphHash;
import org.holdfast.replication.serialization.codec.HashPlaces;
import org.holdfast.replication.serialization.codec.ThreadCpuTime;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.jdk.JdkSerialization;
import org.holdfast.replication.serialization.jdk.VerifiedJdkEnvelopes;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A codec that writes an attribute through Kryo if Kryo gives it back faithfully, else the whole
 * attribute through JDK serialization. It refuses the rest.
 *
 * <ul>
 *   <li>JDK types have fixed ids and serializers of their own here; nothing is read from the JDK's
 *       private fields, so no {@code --add-opens} is needed and every JDK behaves alike.
 *   <li>Application classes must implement {@link java.io.Serializable}, as containers ask for.
 *       Their transient fields come back as JDK serialization leaves them. A class with {@code
 *       readObject}, {@code writeReplace} and the like takes the <em>whole</em> attribute through
 *       JDK serialization. So does an {@code Externalizable} or a subclass of a serializable JDK
 *       class: only so identity inside the attribute holds.
 *   <li>The first value of each class is read back and compared. If that fails under Kryo, its
 *       classes go through JDK serialization from then on; if that fails too, the value is refused.
 *       So is each value whose hash containers are part of a cycle, which must find their own
 *       elements, and each that goes through JDK serialization.
 * </ul>
 *
 * <p>Thread-safe, without a lock on the path. Costs: one walk of the graph and one copy of the
 * bytes per encode; {@link #check} costs the walk, and nothing for numbers and short texts.
 */
public final class KryoAttributeCodec extends GraphCodec {
  private static final Logger log = LoggerFactory.getLogger(KryoAttributeCodec.class);

  /**
   * The least number of idle instances to keep. All requests that encode at once need one each,
   * also while they wait for a processor.
   */
  private static final int LEAST_IDLE = 16;

  private final WebappClasses classes;
  private final ClassPlans plans;
  private final KryoPool pool;
  private final VerifiedJdkEnvelopes jdk;
  private final Verification mode;
  private final ReplicationMetrics metrics;
  private final Set<Class<?>> verified = ConcurrentHashMap.newKeySet();

  /** Creates a codec that verifies at first sight, and counts for itself; no class was renamed. */
  public KryoAttributeCodec(ClassLoader webappLoader, ClassFilter filter, CodecLimits limits) {
    this(
        webappLoader,
        filter,
        limits,
        ClassAliases.NONE,
        Verification.FIRST_SIGHT,
        new ReplicationMetrics());
  }

  /**
   * @param webappLoader class loader of the web application whose sessions these are
   * @param filter which classes may pass
   * @param limits bounds for writing and reading
   * @param aliases classes that have another name on the wire than here
   * @param mode how often what was encoded is read back and compared
   * @param metrics where verified trips and refusals are counted
   */
  public KryoAttributeCodec(
      ClassLoader webappLoader,
      ClassFilter filter,
      CodecLimits limits,
      ClassAliases aliases,
      Verification mode,
      ReplicationMetrics metrics) {
    this(webappLoader, filter, limits, aliases, mode, metrics, ThreadCpuTime.clock());
  }

  /**
   * Creates a codec with the given clock of processor time.
   *
   * @param cpuNanos processor time of the calling thread
   */
  KryoAttributeCodec(
      ClassLoader webappLoader,
      ClassFilter filter,
      CodecLimits limits,
      ClassAliases aliases,
      Verification mode,
      ReplicationMetrics metrics,
      LongSupplier cpuNanos) {
    super(limits, metrics);
    this.mode = mode;
    this.metrics = metrics;
    this.classes = new WebappClasses(webappLoader, filter);
    this.plans = new ClassPlans(classes, aliases);
    JdkTypes jdkTypes = new JdkTypes(classes, aliases);
    this.pool =
        new KryoPool(
            () -> AttributeKryo.create(jdkTypes, classes, plans, limits, cpuNanos),
            Math.max(LEAST_IDLE, 4 * Runtime.getRuntime().availableProcessors()));
    this.jdk =
        new VerifiedJdkEnvelopes(
            new JdkSerialization(classes, limits, aliases, cpuNanos), mode, metrics);
  }

  @Override
  protected byte[] encodeGraph(Object value, @Nullable MetObjects met)
      throws IOException, ClassNotFoundException {
    byte[] sealed = encodeWithKryo(value, met);
    return sealed != null ? sealed : jdk.encode(value, met);
  }

  @Override
  protected void checkGraph(Object value) throws IOException, ClassNotFoundException {
    if (!isWrittenByKnownClasses(value)) {
      byte[] unused = encodeGraph(value, null);
    }
  }

  /** Tells whether the value can be written, and needs no closer look at a copy. */
  private boolean isWrittenByKnownClasses(Object value) {
    KryoPool.Loan loan = pool.borrow();
    AttributeKryo kryo = loan.kryo();
    boolean known;
    try {
      int unused = kryo.write(value, null);
      known =
          mode == Verification.FIRST_SIGHT
              && !kryo.graph().hashedCycle()
              && verified.containsAll(kryo.graph().classes());
    } catch (JdkDetour detour) {
      known = false;
    }
    loan.giveBack();
    return known;
  }

  @Override
  protected Object decodeGraph(int codecId, byte[] envelope)
      throws IOException, ClassNotFoundException {
    return codecId == Envelope.KRYO ? readKryo(envelope) : jdk.decode(envelope);
  }

  @Override
  protected List<DecodedPart> decodePartsOfGraph(int codecId, byte[] envelope)
      throws IOException, ClassNotFoundException {
    if (codecId != Envelope.KRYO) {
      return super.decodePartsOfGraph(codecId, envelope);
    }
    KryoPool.Loan loan = pool.borrow();
    List<DecodedPart> parts = loan.kryo().readParts(envelope, Envelope.HEADER_BYTES);
    loan.giveBack();
    return parts;
  }

  @Override
  protected boolean isRefused(Object at) {
    return plans.plan(at.getClass()).way() == ClassPlans.Way.REFUSED;
  }

  @Override
  public void close() {
    pool.renew();
    plans.clear();
    classes.clear();
    verified.clear();
    jdk.clear();
  }

  /** Returns the envelope, or null if the value has to go through JDK serialization. */
  private byte @Nullable [] encodeWithKryo(Object value, @Nullable MetObjects met) {
    KryoPool.Loan loan = pool.borrow();
    AttributeKryo kryo = loan.kryo();
    byte[] sealed;
    Set<Class<?>> unverified;
    boolean cyclic;
    try {
      int bytes = kryo.write(value, met);
      sealed = Envelope.seal(Envelope.KRYO, kryo.output().getBuffer(), bytes);
      unverified = unverified(kryo.graph().classes(), verified);
      cyclic = kryo.graph().hashedCycle();
    } catch (JdkDetour detour) {
      loan.giveBack();
      return null;
    }
    loan.giveBack();
    if (unverified.isEmpty() && !cyclic && mode == Verification.FIRST_SIGHT) {
      return sealed;
    }
    String failure = verifyKryo(value, sealed, cyclic);
    if (failure == null) {
      verified.addAll(unverified);
      metrics.count(Counter.TRIPS_VERIFIED);
      return sealed;
    }
    if (unverified.isEmpty() || cyclic) {
      return null; // this value only: in a cycle it is not the classes that fail
    }
    if (!isWrittenSo(value, sealed)) {
      // The copy is of a moment ago: it says nothing about the classes.
      throw new ConcurrentModificationException("the value changed before it was compared");
    }
    log.info(
        "Kryo does not restore classes {} correctly ({}); this node sends them through JDK"
            + " serialization from now on",
        unverified,
        failure);
    metrics.add(Counter.CLASSES_SENT_THROUGH_JDK, unverified.size());
    plans.sendThroughJdk(unverified);
    pool.renew();
    return null;
  }

  private boolean isWrittenSo(Object value, byte[] sealed) {
    KryoPool.Loan loan = pool.borrow();
    boolean same;
    try {
      same = isSealed(loan.kryo(), loan.kryo().write(value, null), sealed);
    } catch (JdkDetour detour) {
      same = false; // Kryo could write it a moment ago
    }
    loan.giveBack();
    return same;
  }

  /** Tells whether {@code kryo} has just written the {@code bytes} that {@code sealed} holds. */
  private static boolean isSealed(AttributeKryo kryo, int bytes, byte[] sealed) {
    return Arrays.equals(
        sealed, Envelope.HEADER_BYTES, sealed.length, kryo.output().getBuffer(), 0, bytes);
  }

  private static Set<Class<?>> unverified(Set<Class<?>> seen, Set<Class<?>> verified) {
    if (verified.containsAll(seen)) {
      return Set.of();
    }
    Set<Class<?>> unverified = new HashSet<>(seen);
    unverified.removeAll(verified);
    return unverified;
  }

  /** Reads the envelope and compares the copy; returns the problem, or null. */
  private @Nullable String verifyKryo(Object value, byte[] sealed, boolean cyclic) {
    try {
      Object copy = readKryo(sealed);
      KryoPool.Loan loan = pool.borrow();
      boolean same = isSealed(loan.kryo(), loan.kryo().write(copy, null), sealed);
      loan.giveBack();
      if (!same && GraphHash.of(value) != GraphHash.of(copy)) {
        return "the copy differs";
      }
      return cyclic ? HashPlaces.misplaced(copy) : null;
    } catch (ConcurrentModificationException e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
      return describe(e);
    }
  }

  private Object readKryo(byte[] envelope) {
    KryoPool.Loan loan = pool.borrow();
    Object value = loan.kryo().read(envelope, Envelope.HEADER_BYTES);
    loan.giveBack();
    return value;
  }
}
