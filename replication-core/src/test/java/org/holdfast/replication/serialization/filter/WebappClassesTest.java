// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class WebappClassesTest {
  static class Bean implements Serializable {}

  private static final class NamedList extends ArrayList<String> {}

  private final ClassLoader childFirst = new ChildFirst();
  private final WebappClasses classes = new WebappClasses(childFirst, ClassFilter.DEFAULT);

  @Test
  void refusesTheParentsClass_whenTheApplicationHasItsOwnOfThatName() throws Exception {
    Class<?> own = childFirst.loadClass(Bean.class.getName());

    assertThat(own).isNotSameAs(Bean.class);
    assertThat(classes.objectRefusal(own)).isNull();
    for (int i = 0; i < 2; i++) {
      assertThat(classes.refusal(Bean.class)).contains("would come back as another class");
      assertThat(classes.objectRefusal(Bean[].class)).contains("would come back as another class");
    }
  }

  @Test
  void refusesHiddenClassesAsValuesToo() throws Exception {
    byte[] bytes = bytesOf(Bean.class.getName());
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
    WebappClasses own = new WebappClasses(getClass().getClassLoader(), ClassFilter.DEFAULT);

    assertThat(own.refusal(hidden)).isEqualTo("is a lambda or hidden class");
    assertThat(own.refusal(hidden.arrayType())).isEqualTo("is a lambda or hidden class");
    assertThat(own.refusal(Bean.class)).isNull();
  }

  @Test
  void asksForSerializableSuperclasses() {
    WebappClasses withoutLists =
        new WebappClasses(getClass().getClassLoader(), ClassFilter.of("!java.util.ArrayList"));

    assertThat(withoutLists.objectRefusal(NamedList.class))
        .isEqualTo("extends java.util.ArrayList, which is refused by the class filter");
    assertThat(withoutLists.refusal(NamedList.class)).isNull();
  }

  private static byte[] bytesOf(String name) {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = WebappClassesTest.class.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As Tomcat's loaders are by default. */
  private static final class ChildFirst extends ClassLoader {
    ChildFirst() {
      super(WebappClassesTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null || !name.equals(Bean.class.getName())) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      byte[] bytes = bytesOf(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
