// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;

/** One version of an application: compiled from source in memory, with a class loader and codec. */
public final class CompiledVersion extends ClassLoader {
  private static final Pattern TYPE =
      Pattern.compile("(?:class|record|enum|interface) (\\w+)", Pattern.MULTILINE);

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** Stays open: each new one would read the JDK and the class path anew. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  /** The class files of each source that was compiled. */
  private static final Map<String, Map<String, byte[]>> COMPILED = new HashMap<>();

  private final Map<String, byte[]> classes;
  public final AttributeCodec codec;

  /**
   * @param source types of the package {@code shop}, each preceded by a line {@code ---} but the
   *     first
   * @param aliases as in the settings
   */
  public CompiledVersion(String source, String aliases) {
    this(source, SerializationConfig.builder().classAliases(aliases).build());
  }

  public CompiledVersion(String source, SerializationConfig settings) {
    super(CompiledVersion.class.getClassLoader());
    this.classes = compiled(source);
    ClassFilter filter = ClassFilter.of(settings.allowedClasses());
    CodecLimits limits = CodecLimits.of(settings);
    ClassAliases aliases = ClassAliases.parse(settings.classAliases());
    ReplicationMetrics metrics = new ReplicationMetrics();
    codec =
        switch (settings.codec()) {
          case KRYO ->
              new KryoAttributeCodec(this, filter, limits, aliases, settings.verify(), metrics);
          case JDK ->
              new JdkAttributeCodec(this, filter, limits, aliases, settings.verify(), metrics);
        };
  }

  /** Returns what {@code shop.Cart.make()} makes. */
  public Object make() {
    return make("shop.Cart");
  }

  public Object make(String className) {
    try {
      return loadClass(className).getMethod("make").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(className + " has no method make()", e);
    }
  }

  public void setStatic(String className, String field, Object value) {
    try {
      loadClass(className).getField(field).set(null, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(className + " has no field " + field, e);
    }
  }

  public byte[] encode() {
    return codec.encode("cart", make());
  }

  public Object decode(byte[] envelope) {
    return codec.decode("cart", envelope);
  }

  /** Compiles {@code source} unless an earlier version had the same. */
  private static synchronized Map<String, byte[]> compiled(String source) {
    Map<String, byte[]> classes = COMPILED.get(source);
    if (classes == null) {
      classes = compile(source);
      COMPILED.put(source, classes);
    }
    return classes;
  }

  private static Map<String, byte[]> compile(String source) {
    Map<String, String> units = new TreeMap<>();
    for (String unit : source.split("(?m)^---$", -1)) {
      if (unit.isBlank()) {
        continue;
      }
      Matcher type = TYPE.matcher(unit);
      assertThat(type.find()).as("a type in %s", unit).isTrue();
      units.put(
          type.group(1),
          "package shop;\nimport java.io.*;\nimport java.util.*;\npublic "
              + unit.strip().replaceFirst("^public ", ""));
    }
    InMemory memory = new InMemory();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<JavaFileObject> sources = units.entrySet().stream().map(CompiledVersion::source).toList();
    boolean done =
        COMPILER
            .getTask(null, memory, problems, List.of("-proc:none", "-nowarn"), null, sources)
            .call();
    assertThat(done).as("%s", problems.getDiagnostics()).isTrue();
    return memory.classes;
  }

  private static JavaFileObject source(Map.Entry<String, String> unit) {
    URI uri = URI.create("memory:///shop/" + unit.getKey() + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return unit.getValue();
      }
    };
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = classes.get(name);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, byte[]> classes = new HashMap<>();

    InMemory() {
      super(FILES);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              classes.put(name, toByteArray());
            }
          };
        }
      };
    }
  }
}
