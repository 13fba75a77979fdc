// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The production sources of the protocol, and of what stands on it, with a few words changed,
 * compiled in memory and loaded beside the real ones. So no switch for mistakes is needed in what
 * is shipped. Unchanged classes come from the build's own classes, the simulator included, but is
 * loaded anew.
 */
final class MutatedProtocol {
  /** Packages under this one are loaded anew, all of them, since they know each other's classes. */
  private static final String ROOT = "org.holdfast.replication";

  private static final Path SOURCES =
      Path.of(System.getProperty("basedir", ""), "src", "main", "java", ROOT.replace('.', '/'));

  /** Stays open: each new one would read the JDK and the class path anew. One thread may use it. */
  private static final ThreadLocal<StandardJavaFileManager> FILES =
      ThreadLocal.withInitial(
          () -> ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null));

  private final Map<String, byte[]> classes;

  private MutatedProtocol(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /** All sources as they are: whatever fails with these is no finding. */
  static MutatedProtocol unchanged() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (String directory : Mutant.DIRECTORIES) {
      for (Path file : below(directory, each -> each.toString().endsWith(".java"))) {
        sources.put(SOURCES.relativize(file).toString(), Files.readString(file));
      }
    }
    return new MutatedProtocol(compile("unchanged", sources));
  }

  static MutatedProtocol with(Mutant mutant) throws IOException {
    return new MutatedProtocol(compile(mutant.name(), changed(mutant)));
  }

  /** The sources that {@code mutant} changes, by file; fails if one does not match just once. */
  static Map<String, String> changed(Mutant mutant) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Mutant.Edit edit : mutant.edits()) {
      Path file = find(edit.file());
      String path = SOURCES.relativize(file).toString();
      String source = sources.get(path);
      sources.put(path, apply(mutant, edit, source == null ? Files.readString(file) : source));
    }
    return sources;
  }

  /** Returns the one source of that name in its directory or below it. */
  private static Path find(String name) throws IOException {
    String directory = name.substring(0, name.indexOf('/'));
    Path file = Path.of(name).getFileName();
    List<Path> found = below(directory, each -> each.endsWith(file));
    if (found.size() != 1) {
      throw new AssertionError("one " + file + " is expected below " + directory + ": " + found);
    }
    return found.get(0);
  }

  private static List<Path> below(String directory, Predicate<Path> which) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES.resolve(directory))) {
      return files.filter(which).sorted().toList();
    }
  }

  private static String apply(Mutant mutant, Mutant.Edit edit, String source) {
    int first = source.indexOf(edit.original());
    if (first < 0 || source.indexOf(edit.original(), first + 1) >= 0) {
      throw new AssertionError(
          String.format(
              "mutant %s must match once in %s, but matches %s; the code has changed, so say anew"
                  + " what the mistake would look like. Looked for:%n%s",
              mutant.name(), edit.file(), first < 0 ? "nowhere" : "twice", edit.original()));
    }
    return source.replace(edit.original(), edit.replacement());
  }

  /**
   * Runs one seed, or whatever {@code runs} does with it; made anew, with classes of its own, at
   * each call.
   */
  LongConsumer load(Class<? extends LongConsumer> runs) {
    return (LongConsumer) made(runs);
  }

  /** The same for what takes a plan as text, and returns text. */
  @SuppressWarnings("unchecked")
  UnaryOperator<String> loadPlanned(Class<? extends UnaryOperator<String>> runs) {
    return (UnaryOperator<String>) made(runs);
  }

  private Object made(Class<?> runs) {
    try {
      return new Loader(classes).loadClass(runs.getName()).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the simulator could not be loaded anew", e);
    }
  }

  private static Map<String, byte[]> compile(String name, Map<String, String> sources) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("mutants need a JDK, this Java is without a compiler");
    }
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((file, text) -> units.add(new Source(file, text)));
    StringWriter messages = new StringWriter();
    InMemory files = new InMemory(FILES.get());
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-implicit:none",
            "-classpath",
            System.getProperty("java.class.path"));
    boolean done = compiler.getTask(messages, files, null, options, null, units).call();
    if (!done) {
      throw new AssertionError("mutant " + name + " does not compile: " + messages);
    }
    return files.classes();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(URI.create("mutant:///" + ROOT.replace('.', '/') + "/" + file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    InMemory(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mutant:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return written.computeIfAbsent(className, none -> new ByteArrayOutputStream());
        }
      };
    }

    Map<String, byte[]> classes() {
      Map<String, byte[]> classes = new HashMap<>();
      written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
      return classes;
    }
  }

  /** Never asks its parent for a class of a package under {@link #ROOT}. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> changed;

    Loader(Map<String, byte[]> changed) {
      super(MutatedProtocol.class.getClassLoader());
      this.changed = changed;
      setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      // The types in the root itself are the language between both sides.
      if (!name.startsWith(ROOT + ".") || name.lastIndexOf('.') == ROOT.length()) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        byte[] bytes = changed.containsKey(name) ? changed.get(name) : built(name);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }

    private byte[] built(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name + " is not in the build's classes");
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException("class " + name + " cannot be read", e);
      }
    }
  }
}
