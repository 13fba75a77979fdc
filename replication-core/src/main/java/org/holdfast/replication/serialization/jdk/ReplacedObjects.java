// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.codec.Children;
import org.holdfast.replication.serialization.codec.PlatformClasses;
import org.holdfast.replication.serialization.codec.SharedObjects;
import org.jspecify.annotations.Nullable;

/**
 * Reports to {@link MetObjects} the objects in place of which others are written, such as {@link
 * java.util.EnumSet}. {@code writeReplace} is called before anything that a stream can override, so
 * they are looked for among the parts of the objects that the stream meets. Objects that a JDK
 * object hides from all other code are not found, for example the set behind an unmodifiable view.
 *
 * <p>Belongs to one stream.
 */
final class ReplacedObjects {
  // Class values are dropped with their class, so this keeps no class loader alive.
  private static final ClassValue<Boolean> IS_REPLACED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (declaresReplacement(at)) {
              return true;
            }
          }
          return false;
        }

        private boolean declaresReplacement(Class<?> type) {
          try {
            Method unused = type.getDeclaredMethod("writeReplace");
            return true;
          } catch (NoSuchMethodException | LinkageError e) {
            return false;
          }
        }
      };

  private final MetObjects met;
  private final Set<Object> told = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();

  ReplacedObjects(MetObjects met) {
    this.met = met;
  }

  /** Looks at the outermost object, which is about to be written. */
  void root(Object value) {
    look(value);
    lookIntoReplaced();
  }

  /**
   * Looks at the parts of {@code parent}, which the stream met or writes in place of another
   * object.
   */
  void partsOf(Object parent) {
    visit(parent);
    lookIntoReplaced();
  }

  /**
   * Looks into the replaced objects. The stream sees only the parts of the objects that it writes
   * instead, which may be others.
   */
  private void lookIntoReplaced() {
    for (Object next = open.poll(); next != null; next = open.poll()) {
      visit(next);
    }
  }

  private void visit(Object parent) {
    if (parent instanceof Enum || parent instanceof String) {
      return;
    }
    try {
      if (isCollectionOfItsOwn(parent)) {
        Children.visitFields(parent, (step, child) -> look(child));
      } else {
        Children.visit(parent, (step, child) -> look(child));
      }
    } catch (ConcurrentModificationException e) {
      throw e; // the value is encoded again
    } catch (RuntimeException | LinkageError e) {
      // An object that cannot be looked into is met if the stream can write it.
    }
  }

  /**
   * Tells whether {@code parent} is a collection or map that builds on none of the JDK's. To
   * iterate it may have effects that writing it has not, for instance if it loads its elements when
   * it is first asked for them.
   */
  private static boolean isCollectionOfItsOwn(Object parent) {
    if (!(parent instanceof Collection || parent instanceof Map)) {
      return false;
    }
    Class<?> of = parent.getClass();
    while (!PlatformClasses.includes(of)) {
      of = of.getSuperclass();
    }
    return of == Object.class || Modifier.isAbstract(of.getModifiers());
  }

  private void look(@Nullable Object child) {
    if (child != null
        && IS_REPLACED.get(child.getClass())
        && SharedObjects.matter(child)
        && told.add(child)) {
      met.met(child);
      open.add(child);
    }
  }
}
