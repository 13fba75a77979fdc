// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package shop;

import java.lang.reflect.Method;

/**
 * Uses libraries of the application's own, of other versions than Holdfast's, by reflection since
 * they are not on the class path of the tests.
 */
final class Libraries {
  private Libraries() {}

  /** Tells from which files they came, after each did some work. */
  static String use() {
    try {
      Class<?> kryo = Class.forName("com.esotericsoftware.kryo.Kryo");
      Object copy =
          kryo.getMethod("copy", Object.class)
              .invoke(kryo.getDeclaredConstructor().newInstance(), "text");
      Class<?> logger = Class.forName("org.slf4j.LoggerFactory");
      Object factory = logger.getMethod("getILoggerFactory").invoke(null);
      // Reads the lists of classes of that release, by names that are in Holdfast's jar, too.
      Class<?> classes = Class.forName("org.jgroups.conf.ClassConfigurator");
      Method ofId = classes.getMethod("getProtocol", short.class);
      return String.join(
          " ",
          String.valueOf(copy),
          factory.getClass().getName(),
          ((Class<?>) ofId.invoke(null, (short) 10)).getName(),
          file(kryo),
          file(logger),
          file(classes));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a library of the application does not work", e);
    }
  }

  private static String file(Class<?> of) {
    String location = of.getProtectionDomain().getCodeSource().getLocation().getPath();
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
