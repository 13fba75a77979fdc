// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bytes that name classes which they must not bring to life. */
class HostileClassTest extends HostileBytes {
  @Test
  void refusesClassesOutsideTheFilter_withoutInitialisingThem() {
    for (String name :
        List.of(
            "com.sun.rowset.JdbcRowSetImpl",
            "javax.management.BadAttributeValueExpException",
            "sun.misc.Unsafe",
            "org.apache.commons.collections.functors.InvokerTransformer",
            "org.codehaus.groovy.runtime.MethodClosure",
            "org.springframework.aop.framework.JdkDynamicAopProxy",
            "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
            "java.lang.ProcessBuilder",
            "java.net.URL",
            "[Ljavax.management.ObjectName;",
            "java.lang.Thread",
            "no.such.Clazz",
            "",
            "../../etc",
            "a\0b",
            "[",
            "[[",
            "[I;",
            "x".repeat(5_000),
            Tripwire.class.getName())) {
      refused(
          kryo(
              out -> {
                out.writeVarInt(1, true);
                out.writeVarInt(0, true);
                byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
                int lengthBytes = utf8.length > 127 ? 2 : 1;
                out.writeVarInt(lengthBytes + utf8.length + 1, true);
                out.writeVarInt(utf8.length, true);
                out.writeBytes(utf8);
                out.writeByte('B');
                out.writeVarInt(1, true);
                out.writeVarInt(0, true);
              }));
    }
    assertThat(TRIPPED).isEmpty();
  }

  @Test
  void refusesUnlistedClassesInJdkStreams() {
    refused(jdk(new javax.management.openmbean.OpenDataException("x")));
    refused(jdk(new HashMap<>(Map.of("k", new ArrayList<>(List.of(java.net.Proxy.Type.HTTP))))));
    refused(jdk((Runnable & Serializable) () -> {}));
    refused(
        jdk(
            (Serializable)
                java.lang.reflect.Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Comparable.class},
                    new Handler())));
  }

  static final List<String> TRIPPED = new ArrayList<>();

  /** Not serializable, so naming it must not run its initialiser. */
  static final class Tripwire {
    static {
      TRIPPED.add("initialised");
    }
  }

  private record Handler() implements java.lang.reflect.InvocationHandler, Serializable {
    @Override
    public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] args) {
      return 0;
    }
  }
}
