// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import org.jspecify.annotations.Nullable;

/**
 * A line of a stack that is no frame: what the frame above it does with a lock.
 *
 * @param lock null where the JVM could not tell
 * @param owner {@code #NUMBER} or name of the thread that holds it, if the line says so, or empty
 */
record LockLine(Use use, @Nullable DumpedLock lock, String owner) {
  private static final String RELEASE_LOCK = " to release lock on <";

  /** What is done with the lock. */
  enum Use {
    CLASS("- waiting on the Class initialization monitor for "),
    WAIT("- waiting on "),
    RELOCK("- waiting to re-lock in wait() "),
    PARK("- parking to wait for "),
    ENTER("- waiting to lock "),
    /** Of IntelliJ's debugger. */
    RELEASE("waiting for "),
    HOLD("- locked "),
    OWN("- ");

    private final String prefix;

    Use(String prefix) {
      this.prefix = prefix;
    }
  }

  /** Returns null for a line of another kind. */
  static @Nullable LockLine parse(String stripped) {
    for (Use use : Use.values()) {
      if (stripped.startsWith(use.prefix)) {
        String rest = stripped.substring(use.prefix.length()).strip();
        if (use == Use.CLASS) {
          return new LockLine(use, new DumpedLock("initialization of class " + rest, ""), "");
        }
        if (use == Use.RELEASE) {
          return released(rest);
        }
        return rest.startsWith("<") ? bracketed(use, rest, "") : null;
      }
    }
    return null;
  }

  /** Parses {@code main@1 to release lock on <0x2c9> (a java.lang.Object)}. */
  private static @Nullable LockLine released(String rest) {
    int lock = rest.lastIndexOf(RELEASE_LOCK);
    return lock < 0
        ? null
        : bracketed(
            Use.RELEASE, rest.substring(lock + RELEASE_LOCK.length() - 1), rest.substring(0, lock));
  }

  private static @Nullable LockLine bracketed(Use use, String rest, String ownerName) {
    int close = rest.indexOf('>');
    if (close < 0) {
      return null;
    }
    String what = rest.substring(1, close);
    String after = rest.substring(close + 1).strip();
    int owner = after.indexOf("owner #");
    String held = owner < 0 ? ownerName : after.substring(owner + "owner ".length()).strip();
    if (what.startsWith("0x")) {
      String type = after.startsWith("(a ") ? after.substring(3) : after;
      String className = type.endsWith(")") ? type.substring(0, type.length() - 1) : type;
      return new LockLine(use, new DumpedLock(className, what), held);
    }
    return new LockLine(use, named(what), held);
  }

  /** Parses {@code Class@hash}; null for texts such as "no object reference available". */
  static @Nullable DumpedLock named(String text) {
    int at = text.lastIndexOf('@');
    return at <= 0 || text.indexOf(' ') >= 0
        ? null
        : new DumpedLock(text.substring(0, at), text.substring(at + 1));
  }
}
