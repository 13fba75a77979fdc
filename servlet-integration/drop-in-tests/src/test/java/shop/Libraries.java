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
