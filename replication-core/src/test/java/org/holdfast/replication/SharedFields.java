// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The fields of some sources, as {@code Outer.Inner.field}, and which of them say by their
 * declaration that threads share them: volatile, {@code @GuardedBy}, or of a type made for that.
 * Parses only, so it sees modules that are not on the class path.
 */
final class SharedFields extends TreeScanner<@Nullable Void, String> {
  private static final String MADE_FOR_IT =
      "(Atomic|Concurrent|CopyOnWrite)\\w*|\\w*Blocking(Queue|Deque)|(Long|Double)(Adder|Accumulator)";

  private static final Pattern TYPE = Pattern.compile("\\b(" + MADE_FOR_IT + ")\\b");

  /** For fields that are declared as a {@code Map} or {@code Set}. */
  private static final Pattern INITIALIZER =
      Pattern.compile("(new )?(java\\.[a-z.]+\\.)?(" + MADE_FOR_IT + ")\\b.*", Pattern.DOTALL);

  private final Set<String> all = new TreeSet<>();
  private final Set<String> shared = new TreeSet<>();

  private SharedFields() {}

  static SharedFields read(Collection<Path> sources) throws IOException {
    SharedFields fields = new SharedFields();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      for (CompilationUnitTree unit : task.parse()) {
        fields.scan(unit, "");
      }
    }
    return fields;
  }

  /** Every field of the sources. */
  Set<String> all() {
    return all;
  }

  Set<String> shared() {
    return shared;
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, String outer) {
    String name = outer + type.getSimpleName() + ".";
    for (var member : type.getMembers()) {
      if (member instanceof VariableTree field) {
        all.add(name + field.getName());
        if (isShared(field)) {
          shared.add(name + field.getName());
        }
      }
    }
    return super.visitClass(type, name);
  }

  private static boolean isShared(VariableTree field) {
    return field.getModifiers().getFlags().contains(Modifier.VOLATILE)
        || field.getModifiers().getAnnotations().stream().anyMatch(SharedFields::isGuard)
        || TYPE.matcher(String.valueOf(field.getType())).find()
        || INITIALIZER.matcher(String.valueOf(field.getInitializer())).matches();
  }

  private static boolean isGuard(AnnotationTree annotation) {
    return annotation.getAnnotationType().toString().endsWith("GuardedBy");
  }
}
