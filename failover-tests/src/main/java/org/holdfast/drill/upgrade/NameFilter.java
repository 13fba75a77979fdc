// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;

/** The class filter of the nodes, asked about names alone. Stateless. */
final class NameFilter {
  private final WebappClasses classes;

  NameFilter(ClassFilter filter) {
    this.classes = new WebappClasses(ClassLoader.getPlatformClassLoader(), filter);
  }

  /** Tells whether objects of the class never pass, whoever loads it. */
  boolean refuses(String className) {
    try {
      classes.requirePassing(className);
      return false;
    } catch (CorruptAttributeException e) {
      return true;
    }
  }
}
