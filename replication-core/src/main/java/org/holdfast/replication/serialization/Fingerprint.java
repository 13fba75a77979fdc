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

package org.holdfast.replication.serialization;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.security.SecureRandom;

/**
 * Stands for the bytes of an encoded attribute where only "the same or not" is asked: 16 bytes in
 * place of all. Two different arrays have one fingerprint with a chance of 1 in 2^128.
 *
 * <p>XXH3 under a seed that each process draws anew, so fingerprints of two nodes never compare and
 * never travel. It is no cryptographic hash: who made two attributes collide in spite of the seed
 * would keep a change of the own session from being replicated, nothing else.
 */
public record Fingerprint(long high, long low) {
  private static final Hasher128 XXH3 = Hashing.xxh3_128(new SecureRandom().nextLong());

  /** Costs a pass over the bytes. */
  public static Fingerprint of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** The same of a part of the bytes. */
  public static Fingerprint of(byte[] bytes, int offset, int length) {
    HashValue128 hash = XXH3.hashBytesTo128Bits(bytes, offset, length);
    return new Fingerprint(hash.getMostSignificantBits(), hash.getLeastSignificantBits());
  }
}
