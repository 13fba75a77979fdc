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
