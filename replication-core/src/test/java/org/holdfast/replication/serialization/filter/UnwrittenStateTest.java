// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.AbstractList;
import org.junit.jupiter.api.Test;

// The test asks for the fields alone.
@SuppressWarnings("UnusedVariable")
class UnwrittenStateTest {
  private static class Plain {
    static int counted;
    int state = 1;
    transient int cache = 2;
  }

  private static class Derived extends Plain implements Serializable {
    int own = 3;
  }

  private static final class Further extends Derived {
    int more = 4;
  }

  private static final class WritesItself extends Plain implements Serializable {
    private void writeObject(ObjectOutputStream output) throws IOException {
      output.writeInt(state);
    }
  }

  private static final class OfJdk extends AbstractList<String> implements Serializable {
    @Override
    public String get(int index) {
      return "";
    }

    @Override
    public int size() {
      return 0;
    }
  }

  @Test
  void namesTheFieldsOfSuperclassesThatAreNotSerializable() {
    String field = Plain.class.getName() + ".state";

    assertThat(UnwrittenState.fieldsOf(Derived.class)).containsExactly(field);
    assertThat(UnwrittenState.fieldsOf(Further.class)).containsExactly(field);
  }

  @Test
  void namesNothing_whenTheClassWritesItselfOrLosesNothing() {
    assertThat(UnwrittenState.fieldsOf(WritesItself.class)).isEmpty();
    assertThat(UnwrittenState.fieldsOf(OfJdk.class)).isEmpty();
    assertThat(UnwrittenState.fieldsOf(String[].class)).isEmpty();
    assertThat(UnwrittenState.fieldsOf(Thread.State.class)).isEmpty();
  }
}
