// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.DecodedPart;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.GraphCodec;
import org.holdfast.replication.serialization.codec.ThreadCpuTime;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The codec of the setting {@code codec=jdk}: it writes each attribute through JDK serialization,
 * under the same class filter, limits and verification as the codec of Kryo. It passes envelopes
 * that a node with {@code codec=kryo} wrote to that codec, so that an operator can change the
 * setting node by node. Thread-safe.
 */
public final class JdkAttributeCodec extends GraphCodec {
  private static final Logger log = LoggerFactory.getLogger(JdkAttributeCodec.class);

  private final WebappClasses classes;
  private final VerifiedJdkEnvelopes envelopes;
  private final @Nullable AttributeCodec kryo;
  private final AtomicBoolean kryoLogged = new AtomicBoolean();

  /** Creates a codec that refuses the envelopes of Kryo. */
  public JdkAttributeCodec(
      ClassLoader webappLoader,
      ClassFilter filter,
      CodecLimits limits,
      ClassAliases aliases,
      Verification mode,
      ReplicationMetrics metrics) {
    this(webappLoader, filter, limits, aliases, mode, metrics, null);
  }

  /**
   * @param webappLoader class loader of the web application whose sessions these are
   * @param filter which classes may pass
   * @param limits bounds for writing and reading
   * @param aliases classes that have another name on the wire than here
   * @param mode how often what was encoded is read back and compared
   * @param metrics where verified trips and refusals are counted
   * @param kryo the codec that reads the envelopes of Kryo, and that {@link #close} closes; null to
   *     refuse these envelopes
   */
  public JdkAttributeCodec(
      ClassLoader webappLoader,
      ClassFilter filter,
      CodecLimits limits,
      ClassAliases aliases,
      Verification mode,
      ReplicationMetrics metrics,
      @Nullable AttributeCodec kryo) {
    super(limits, metrics);
    this.kryo = kryo;
    this.classes = new WebappClasses(webappLoader, filter);
    JdkSerialization jdk = new JdkSerialization(classes, limits, aliases, ThreadCpuTime.clock());
    this.envelopes = new VerifiedJdkEnvelopes(jdk, mode, metrics);
  }

  @Override
  protected byte[] encodeGraph(Object value, @Nullable MetObjects met)
      throws IOException, ClassNotFoundException {
    return envelopes.encode(value, met);
  }

  @Override
  public Object decode(String name, byte[] envelope) {
    AttributeCodec other = otherReaderOf(envelope);
    return other == null ? super.decode(name, envelope) : other.decode(name, envelope);
  }

  @Override
  public List<DecodedPart> decodeParts(String name, byte[] envelope) {
    AttributeCodec other = otherReaderOf(envelope);
    return other == null ? super.decodeParts(name, envelope) : other.decodeParts(name, envelope);
  }

  /** Returns Kryo's codec if it has to read {@code envelope}, else null: this codec does. */
  private @Nullable AttributeCodec otherReaderOf(byte[] envelope) {
    if (envelope.length == 0 || envelope[0] != Envelope.KRYO) {
      return null;
    }
    if (kryo != null && kryoLogged.compareAndSet(false, true)) {
      log.warn(
          "an attribute arrived in the form of codec kryo, while codec is jdk here: this node reads"
              + " it, and writes jdk. Set codec to the same value on all nodes. Logged once");
    }
    return kryo;
  }

  @Override
  protected Object decodeGraph(int codecId, byte[] envelope)
      throws IOException, ClassNotFoundException {
    if (codecId != Envelope.JDK) {
      throw new CorruptAttributeException("codec id " + codecId + " is unknown to this node");
    }
    return envelopes.decode(envelope);
  }

  @Override
  protected boolean isRefused(Object at) {
    return !(at instanceof Serializable) || classes.objectRefusal(at.getClass()) != null;
  }

  @Override
  public void close() {
    envelopes.clear();
    classes.clear();
    if (kryo != null) {
      kryo.close();
    }
  }
}
