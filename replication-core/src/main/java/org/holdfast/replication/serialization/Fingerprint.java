// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.security.SecureRandom;

/**
 * A stand-in for the bytes of an encoded attribute where only "the same or not" is asked: 16 bytes
 * in place of all. Two different arrays have one fingerprint with a chance of 1 in 2^128.
 *
 * <p>XXH3 under a seed that each process draws anew, so fingerprints of two nodes never compare and
 * never travel. It is no cryptographic hash: an attacker who made two attributes collide in spite
 * of the seed would keep a change of the own session from being replicated, nothing else.
 */
public record Fingerprint(long high, long low) {
  private static final Hasher128 XXH3 = Hashing.xxh3_128(new SecureRandom().nextLong());

  /** Returns the fingerprint of {@code bytes}. Costs a pass over them. */
  public static Fingerprint of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** Returns the fingerprint of a part of {@code bytes}. */
  public static Fingerprint of(byte[] bytes, int offset, int length) {
    HashValue128 hash = XXH3.hashBytesTo128Bits(bytes, offset, length);
    return new Fingerprint(hash.getMostSignificantBits(), hash.getLeastSignificantBits());
  }
}
