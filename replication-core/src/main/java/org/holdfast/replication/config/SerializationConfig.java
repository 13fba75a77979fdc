// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The settings of the way in which one web application's attributes become bytes and objects again.
 * Immutable; every constructor argument is checked. The limits should be equal on all nodes: they
 * hold for writing and for reading, so a node with less cannot read what another one wrote.
 *
 * @param allowedClasses further attribute classes, in the syntax of {@link
 *     java.io.ObjectInputFilter.Config#createFilter}; those of the web application and the usual
 *     ones of the JDK are allowed anyway; empty for no more
 * @param classAliases renamed classes, {@code wire.Name=local.Name;...}: the left side is the name
 *     on the wire, for writing and for reading, so that nodes with the old name read the values of
 *     nodes with the new one; empty for none
 * @param unreadable the treatment of a session with an attribute that cannot be read here
 * @param maxAttributeBytes largest encoded attribute, 64 bytes to 1 GiB; its session must fit into
 *     {@link NodeConfig#maxFrameBytes} besides
 * @param maxDepth deepest nesting of the objects of one attribute, 8 to 2,000; each level takes
 *     some 500 bytes of stack
 * @param maxObjects most objects with parts (beans, records, arrays, collections) in one attribute,
 *     at least 16
 * @param maxElements most elements of one array or collection, at least 16
 * @param maxDecodeMillis most processor time that reading one attribute may take its thread, 100 ms
 *     to 600,000 ms; time for which the thread has to wait does not count
 * @param verify how often what was encoded is read back and compared
 * @param codec the codec that writes attributes
 */
public record SerializationConfig(
    String allowedClasses,
    String classAliases,
    UnreadablePolicy unreadable,
    int maxAttributeBytes,
    int maxDepth,
    int maxObjects,
    int maxElements,
    int maxDecodeMillis,
    Verification verify,
    CodecChoice codec) {

  // Before DEFAULT, whose checks need it.
  private static final Pattern ALIAS = Pattern.compile("\\s*[^\\s=]+\\s*=\\s*[^\\s=]+\\s*");

  /**
   * The defaults: no further classes, no aliases, unreadable attributes dropped; 16 MiB, 400
   * levels, 1,000,000 objects with parts, 16 Mi elements, 5 s; Kryo.
   */
  public static final SerializationConfig DEFAULT = builder().build();

  public SerializationConfig {
    Objects.requireNonNull(unreadable, "unreadable must be set");
    Objects.requireNonNull(verify, "verify must be set");
    Objects.requireNonNull(codec, "codec must be set");
    for (String entry : classAliases.split(";", -1)) {
      if (!entry.isBlank() && !ALIAS.matcher(entry).matches()) {
        throw new IllegalArgumentException(
            "classAliases must have entries wire.Name=local.Name, had \"" + entry.strip() + "\"");
      }
    }
    Checks.range("maxAttributeBytes", maxAttributeBytes, 64, 1 << 30);
    Checks.range("maxDepth", maxDepth, 8, 2_000);
    Checks.range("maxObjects", maxObjects, 16, Integer.MAX_VALUE);
    Checks.range("maxElements", maxElements, 16, Integer.MAX_VALUE);
    Checks.range("maxDecodeMillis", maxDecodeMillis, 100, 600_000);
  }

  /** Returns a builder with the defaults. */
  public static SerializationConfigBuilder builder() {
    return new SerializationConfigBuilder();
  }
}
