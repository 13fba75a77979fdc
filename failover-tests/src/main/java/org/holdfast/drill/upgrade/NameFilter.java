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
