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

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one version of an application, by name: of a web archive those under {@code
 * WEB-INF/classes} and in {@code WEB-INF/lib}, of any other archive or directory all. The same for
 * a web archive that was unpacked. Immutable once read; nothing is loaded but classes of the JDK.
 */
final class ApplicationClasses {
  private static final String CLASSES = "WEB-INF/classes/";
  private static final String LIBRARIES = "WEB-INF/lib/";
  private static final String SUFFIX = ".class";

  private final Map<String, ClassFile> classes = new TreeMap<>();

  private ApplicationClasses() {}

  /**
   * @throws IOException if the path cannot be read, or holds what is no class file under the name
   *     of one; the message names it
   */
  static ApplicationClasses read(Path path) throws IOException {
    ApplicationClasses read = new ApplicationClasses();
    if (!Files.isDirectory(path)) {
      try (InputStream file = Files.newInputStream(path)) {
        read.addArchive(file, path.toString());
      }
    } else if (Files.isDirectory(path.resolve(CLASSES))
        || Files.isDirectory(path.resolve(LIBRARIES))) {
      read.addDirectory(path.resolve(CLASSES));
      read.addDirectory(path.resolve(LIBRARIES));
    } else {
      read.addDirectory(path);
    }
    return read;
  }

  private void addDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String name = directory.relativize(file).toString().replace('\\', '/');
      if (name.endsWith(".jar")) {
        try (InputStream jar = Files.newInputStream(file)) {
          addArchive(jar, file.toString());
        }
      } else if (isClass(name)) {
        add(Files.readAllBytes(file), file.toString());
      }
    }
  }

  /** What stands under {@code WEB-INF/classes} goes before the libraries, as in a container. */
  private void addArchive(InputStream archive, String origin) throws IOException {
    List<ClassFile> ofLibraries = new ArrayList<>();
    boolean isEmpty = true;
    ZipInputStream zip = new ZipInputStream(archive);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      isEmpty = false;
      String name = entry.getName();
      String place = origin + "!/" + name;
      if (name.startsWith(LIBRARIES) && name.endsWith(".jar")) {
        ApplicationClasses library = new ApplicationClasses();
        library.addArchive(zip, place);
        ofLibraries.addAll(library.all());
      } else if (isClass(name)) {
        add(zip.readAllBytes(), place);
      }
    }
    if (isEmpty) {
      throw new IOException(origin + " is no archive, or an empty one");
    }
    ofLibraries.forEach(library -> classes.putIfAbsent(library.name(), library));
  }

  /** Of a class for several versions of Java the one for all counts. */
  private static boolean isClass(String name) {
    return name.endsWith(SUFFIX)
        && !name.startsWith("META-INF/")
        && !name.endsWith("module-info.class")
        && !name.endsWith("package-info.class");
  }

  private void add(byte[] bytes, String place) throws IOException {
    ClassFile type;
    try {
      type = ClassFile.parse(bytes);
    } catch (IllegalArgumentException e) {
      throw new IOException(place + " cannot be read as a class: " + e.getMessage(), e);
    }
    classes.putIfAbsent(type.name(), type);
  }

  Collection<ClassFile> all() {
    return classes.values();
  }

  @Nullable ClassFile find(@Nullable String name) {
    return name == null ? null : classes.get(name);
  }

  /** Returns the class and its superclasses as far as they are here, the lowest first. */
  List<ClassFile> hierarchy(ClassFile type) {
    List<ClassFile> hierarchy = new ArrayList<>();
    for (ClassFile at = type; at != null && !hierarchy.contains(at); at = find(at.superName())) {
      hierarchy.add(at);
    }
    return hierarchy;
  }

  /** Returns the first superclass that is not here: one of the JDK or the container. */
  String outerSuperclass(ClassFile type) {
    List<ClassFile> hierarchy = hierarchy(type);
    String name = hierarchy.get(hierarchy.size() - 1).superName();
    return name == null ? "java.lang.Object" : name;
  }

  boolean isSubtype(String name, String supertype) {
    if (name.startsWith("[") && supertype.startsWith("[")) {
      String element = element(name);
      String above = element(supertype);
      return element.equals(above)
          || (element.length() > 1 && above.length() > 1 && isSubtype(element, above));
    }
    if (supertype.equals("java.lang.Object")) {
      return true;
    }
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (next.equals(supertype)) {
        return true;
      }
      if (seen.add(next)) {
        open.addAll(supertypes(next));
      }
    }
    return false;
  }

  private static String element(String array) {
    String element = array.substring(1);
    return element.startsWith("L") ? element.substring(1, element.length() - 1) : element;
  }

  private List<String> supertypes(String name) {
    List<String> above = new ArrayList<>();
    ClassFile here = classes.get(name);
    if (here != null) {
      above.addAll(here.interfaces());
      if (here.superName() != null) {
        above.add(here.superName());
      }
      return above;
    }
    Class<?> platform = platformClass(name);
    if (platform != null) {
      for (Class<?> each : platform.getInterfaces()) {
        above.add(each.getName());
      }
      if (platform.getSuperclass() != null) {
        above.add(platform.getSuperclass().getName());
      }
    }
    return above;
  }

  /** Returns the class of the JDK that runs this; null if it has none of that name. */
  static @Nullable Class<?> platformClass(String name) {
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }
}
