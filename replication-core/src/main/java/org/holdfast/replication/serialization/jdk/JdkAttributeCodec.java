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
 * A codec that writes JDK serialization alone, under the class filter, the limits and the
 * verification of all codecs. Envelopes of another codec are read by that codec, under the same
 * filter and limits, so that the setting can be changed node by node. Thread-safe.
 */
public final class JdkAttributeCodec extends GraphCodec {
  private final WebappClasses classes;
  private static final Logger log = LoggerFactory.getLogger(JdkAttributeCodec.class);

  private final VerifiedJdkEnvelopes trips;
  private final @Nullable AttributeCodec others;
  private final AtomicBoolean othersLogged = new AtomicBoolean();

  /** Creates a codec that reads no envelope of another codec. */
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
   * @param others reads the envelopes of Kryo, and is closed with this; null to refuse them
   */
  public JdkAttributeCodec(
      ClassLoader webappLoader,
      ClassFilter filter,
      CodecLimits limits,
      ClassAliases aliases,
      Verification mode,
      ReplicationMetrics metrics,
      @Nullable AttributeCodec others) {
    super(limits, metrics);
    this.others = others;
    this.classes = new WebappClasses(webappLoader, filter);
    JdkSerialization jdk = new JdkSerialization(classes, limits, aliases, ThreadCpuTime.clock());
    this.trips = new VerifiedJdkEnvelopes(jdk, mode, metrics);
  }

  @Override
  protected byte[] encodeGraph(Object value, @Nullable MetObjects met)
      throws IOException, ClassNotFoundException {
    return trips.encode(value, met);
  }

  @Override
  public Object decode(String name, byte[] envelope) {
    AttributeCodec reader = readerOf(envelope);
    return reader == null ? super.decode(name, envelope) : reader.decode(name, envelope);
  }

  @Override
  public List<DecodedPart> decodeParts(String name, byte[] envelope) {
    AttributeCodec reader = readerOf(envelope);
    return reader == null ? super.decodeParts(name, envelope) : reader.decodeParts(name, envelope);
  }

  /**
   * Returns the other codec that reads {@code envelope}, or null if this one reads or refuses it.
   */
  private @Nullable AttributeCodec readerOf(byte[] envelope) {
    if (envelope.length == 0 || envelope[0] != Envelope.KRYO) {
      return null;
    }
    if (others != null && othersLogged.compareAndSet(false, true)) {
      log.warn(
          "an attribute arrived in the form of codec kryo, while codec is jdk here: this node reads"
              + " it, and writes jdk. Set codec to the same value on all nodes. Logged once");
    }
    return others;
  }

  @Override
  protected Object decodeGraph(int codecId, byte[] envelope)
      throws IOException, ClassNotFoundException {
    if (codecId != Envelope.JDK) {
      throw new CorruptAttributeException("codec id " + codecId + " is unknown to this node");
    }
    return trips.decode(envelope);
  }

  @Override
  protected boolean isRefused(Object at) {
    return !(at instanceof Serializable) || classes.objectRefusal(at.getClass()) != null;
  }

  @Override
  public void close() {
    trips.clear();
    classes.clear();
    if (others != null) {
      others.close();
    }
  }
}
