// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** Collects the settings of serialization; {@link #build} checks them. Not thread-safe. */
public final class SerializationConfigBuilder {
  private String allowedClasses = "";
  private String classAliases = "";
  private UnreadablePolicy unreadable = UnreadablePolicy.DROP_ATTRIBUTE;
  private int maxAttributeBytes = 16 << 20;
  private int maxDepth = 400;
  private int maxObjects = 1_000_000;
  private int maxElements = 16 << 20;
  private int maxDecodeMillis = 5_000;
  private Verification verify = Verification.FIRST_SIGHT;
  private CodecChoice codec = CodecChoice.KRYO;

  SerializationConfigBuilder() {}

  @CanIgnoreReturnValue
  public SerializationConfigBuilder allowedClasses(String value) {
    allowedClasses = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder classAliases(String value) {
    classAliases = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder unreadable(UnreadablePolicy value) {
    unreadable = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder maxAttributeBytes(int value) {
    maxAttributeBytes = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder maxDepth(int value) {
    maxDepth = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder maxObjects(int value) {
    maxObjects = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder maxElements(int value) {
    maxElements = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder maxDecodeMillis(int value) {
    maxDecodeMillis = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder verify(Verification value) {
    verify = value;
    return this;
  }

  @CanIgnoreReturnValue
  public SerializationConfigBuilder codec(CodecChoice value) {
    codec = value;
    return this;
  }

  /**
   * @throws IllegalArgumentException if a value is out of its range, naming the setting, the value
   *     and the range
   */
  public SerializationConfig build() {
    return new SerializationConfig(
        allowedClasses,
        classAliases,
        unreadable,
        maxAttributeBytes,
        maxDepth,
        maxObjects,
        maxElements,
        maxDecodeMillis,
        verify,
        codec);
  }
}
