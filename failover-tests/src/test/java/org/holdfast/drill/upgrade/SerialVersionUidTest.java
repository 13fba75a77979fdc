// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number is the one that the JDK computes. */
@SuppressWarnings({
  "unused",
  "serial",
  "ProtectedMembersInFinalClass",
  "UnnecessaryLambda",
  "ClassCanBeStatic"
})
class SerialVersionUidTest {
  static class Plain implements Serializable {
    int a;
    private transient int skipped;
    private static int skippedToo;
    protected volatile String b;
  }

  static final class Full extends ArrayList<String> implements Comparable<Full>, Runnable {
    static final List<String> COMPUTED = List.of(String.valueOf(1));
    private final Runnable lambda = () -> {};

    Full(int a) {}

    private Full(String b) {}

    protected Full(long[] c, List<int[]> d) {}

    @Override
    public int compareTo(Full other) {
      return 0;
    }

    @Override
    public synchronized void run() {}

    private class Inner implements Serializable {
      int depth;
    }
  }

  abstract static class Abstract implements Serializable {
    abstract void work();
  }

  static class Declared implements Serializable {
    private static final long serialVersionUID = -77L;
  }

  record Pair(int a, String b) implements Serializable {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        Plain.class,
        Full.class,
        Full.Inner.class,
        Abstract.class,
        Declared.class,
        Pair.class
      })
  void isTheOneOfTheJdk(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
      ClassFile parsed = ClassFile.parse(bytes.readAllBytes());

      assertThat(SerialVersionUid.of(parsed))
          .isEqualTo(ObjectStreamClass.lookup(type).getSerialVersionUID());
    }
  }
}
