// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.schema.ClassAliases;

/** The table through Kryo, with JDK serialization for what it cannot do. */
class KryoRoundTripTest extends AttributeCodecContract {
  @Override
  AttributeCodec codec(Verification mode) {
    return new KryoAttributeCodec(
        getClass().getClassLoader(),
        ClassFilter.DEFAULT,
        CodecLimits.DEFAULT,
        ClassAliases.NONE,
        mode,
        new ReplicationMetrics());
  }
}
