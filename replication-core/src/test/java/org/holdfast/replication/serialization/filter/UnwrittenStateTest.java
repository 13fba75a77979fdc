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

package org.holdfast.replication.serialization.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.AbstractList;
import org.junit.jupiter.api.Test;

// What is asked is which fields there are.
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
