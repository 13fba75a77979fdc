// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one web application as the filter allows them. Thread-safe.
 *
 * <p>A class belongs to the web application if its loader is the application's own or an ancestor
 * of it below the platform loader: an embedded container has its application on the class path, so
 * the system loader must count. The container's own packages are refused by name ({@link
 * ClassFilter}). A class that the loader would not find, or would find another of, is refused: what
 * was written with it could not be read, or would become another class.
 */
public final class WebappClasses {
  private static final Map<String, Class<?>> PRIMITIVES =
      Stream.<Class<?>>of(
              boolean.class,
              byte.class,
              char.class,
              short.class,
              int.class,
              long.class,
              float.class,
              double.class,
              void.class)
          .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type));

  private static final String REFUSED = "is refused by the class filter";

  private final ClassLoader loader;
  private final ClassFilter filter;
  // Classes that passed, by the name that bytes gave: judging costs more than reading a small bean.
  private final Map<String, Class<?>> loaded = new ConcurrentHashMap<>();
  // By class; no reason is the empty text. To ask a loader takes it many times as long.
  private final Map<Class<?>, String> refusals = new ConcurrentHashMap<>();
  private final Map<Class<?>, String> objectRefusals = new ConcurrentHashMap<>();

  public WebappClasses(ClassLoader loader, ClassFilter filter) {
    this.loader = loader;
    this.filter = filter;
  }

  public ClassLoader loader() {
    return loader;
  }

  /**
   * Returns why {@code type} may not be named in an attribute, or null if it may. Arrays are judged
   * by their element type.
   */
  public @Nullable String refusal(Class<?> type) {
    return reason(refusals, type, this::judge);
  }

  /**
   * Returns why an object of exactly {@code type} may not be written, or null if it may. It judges
   * more than {@link #refusal}: locks, and the serializable superclasses, of which the object has
   * parts.
   */
  public @Nullable String objectRefusal(Class<?> type) {
    return reason(objectRefusals, type, this::judgeObject);
  }

  /**
   * Returns why objects of {@code type} may not be written or read, or null if they may. There is a
   * serializer of our own for them, so only a pattern can refuse them.
   *
   * @param names of the classes that JDK serialization would name
   */
  public @Nullable String ownRefusal(Class<?> type, Collection<String> names) {
    for (String name : names) {
      if (name.equals(type.getName())
          ? filter.isRefusedByPattern(name)
          : filter.verdict(name) == ClassFilter.Verdict.REFUSED) {
        return REFUSED;
      }
    }
    return null;
  }

  private static @Nullable String reason(
      Map<Class<?>, String> known, Class<?> type, Function<Class<?>, @Nullable String> judge) {
    String reason = known.get(type);
    if (reason == null) {
      reason = Objects.requireNonNullElse(judge.apply(type), "");
      known.put(type, reason);
    }
    return reason.isEmpty() ? null : reason;
  }

  private @Nullable String judge(Class<?> type) {
    Class<?> element = elementType(type);
    if (element.isPrimitive()) {
      return null;
    }
    ClassFilter.Verdict verdict = filter.verdict(element.getName());
    if (verdict == ClassFilter.Verdict.REFUSED) {
      return REFUSED;
    }
    if (element.isHidden()) {
      return "is a lambda or hidden class";
    }
    if (verdict == ClassFilter.Verdict.BY_LOADER && !belongsToWebapp(element)) {
      return "is not a class of the web application (loader " + element.getClassLoader() + ")";
    }
    return isFoundByName(element)
        ? null
        : "is not the class that the web application has under this name (loader "
            + element.getClassLoader()
            + "): it would come back as another class";
  }

  private @Nullable String judgeObject(Class<?> type) {
    boolean lock = Lock.class.isAssignableFrom(type) || ReadWriteLock.class.isAssignableFrom(type);
    if (lock && type.getName().startsWith("java.util.concurrent.locks.")) {
      return "is a lock: it would come back unlocked";
    }
    String refusal = refusal(type);
    Class<?> superclass = type.getSuperclass();
    while (refusal == null && superclass != null && !type.isArray()) {
      if (Serializable.class.isAssignableFrom(superclass)) {
        String reason = refusal(superclass);
        refusal = reason == null ? null : "extends " + superclass.getName() + ", which " + reason;
      }
      superclass = superclass.getSuperclass();
    }
    if (refusal == null) {
      UnwrittenState.warnOf(type);
    }
    return refusal;
  }

  /**
   * Tells whether the loader finds {@code type} by its name. Child-first loaders may have another
   * class of the same name than a container's own loader.
   */
  private boolean isFoundByName(Class<?> type) {
    try {
      return Class.forName(type.getName(), false, loader) == type;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /**
   * Loads a class that bytes name. The name is judged first, then the class is loaded through the
   * application's loader without being initialised, then judged by its loader.
   *
   * @param name as {@link Class#getName()} gives it, arrays included
   * @throws CorruptAttributeException if it is refused or missing
   */
  public Class<?> load(String name) {
    Class<?> known = loaded.get(name);
    if (known == null) {
      known = judgeAndLoad(name);
      loaded.put(name, known);
    }
    return known;
  }

  /**
   * Loads a class like {@link #load}, and also knows {@code int} and its like, which may be values.
   */
  public Class<?> loadOrPrimitive(String name) {
    Class<?> primitive = PRIMITIVES.get(name);
    return primitive != null ? primitive : load(name);
  }

  /**
   * Loads the class here that bytes give another name. Both names have to pass: the one here
   * because objects are made of that class; the one in the bytes because a name that is refused is
   * refused on all nodes, also on nodes without an alias for it. No class here has the name in the
   * bytes, so there is no loader to judge it by.
   *
   * @throws CorruptAttributeException if either is refused, or the class is missing
   */
  public Class<?> load(String wireName, String localName) {
    if (!wireName.equals(localName)) {
      requirePassing(wireName);
    }
    return load(localName);
  }

  /**
   * @throws CorruptAttributeException if the name alone is enough to refuse a class or array
   */
  public void requirePassing(String name) {
    String element = elementName(name);
    if (!element.isEmpty() && filter.verdict(element) == ClassFilter.Verdict.REFUSED) {
      throw new CorruptAttributeException(
          "class " + printable(element) + " is refused by the class filter");
    }
  }

  /** Forgets all classes, so that their loader can go. */
  public void clear() {
    loaded.clear();
    refusals.clear();
    objectRefusals.clear();
  }

  private Class<?> judgeAndLoad(String name) {
    requirePassing(name);
    Class<?> type;
    try {
      type = Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new CorruptAttributeException(
          new UnreadableClass(printable(name), "", "is missing or unusable here"), e);
    }
    String refusal = refusal(type);
    if (refusal != null) {
      throw new CorruptAttributeException("class " + printable(name) + " " + refusal);
    }
    return type;
  }

  private boolean belongsToWebapp(Class<?> type) {
    ClassLoader definer = type.getClassLoader();
    if (definer == null) {
      return false;
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    for (ClassLoader at = loader; at != null && at != platform; at = at.getParent()) {
      if (at == definer) {
        return true;
      }
    }
    return false;
  }

  private static Class<?> elementType(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element;
  }

  /**
   * Returns the element's class name of an array's name, empty for arrays of primitives, else the
   * name itself.
   */
  private static String elementName(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0) {
      return name;
    }
    boolean ofObjects = name.startsWith("L", dimensions) && name.endsWith(";");
    return ofObjects ? name.substring(dimensions + 1, name.length() - 1) : "";
  }

  /**
   * Returns {@code name} for a message, with "?" for all that no class name holds, and cut: a name
   * from bytes may hold anything.
   */
  private static String printable(String name) {
    String cut = name.length() > 200 ? name.substring(0, 200) + "..." : name;
    return cut.replaceAll("[^\\p{Alnum}.$_\\[;/-]", "?");
  }
}
