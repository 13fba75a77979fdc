// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** The values that applications put in sessions, well and badly made. */
// The oddities are the point: what applications put into sessions.
@SuppressWarnings({"ArrayRecordComponent", "HidingField", "ClassCanBeStatic"})
final class SampleBeans {
  private SampleBeans() {}

  enum Plain {
    RED,
    GREEN
  }

  enum WithBodies {
    ONE {
      @Override
      int n() {
        return 1;
      }
    },
    TWO {
      @Override
      int n() {
        return 2;
      }
    };

    abstract int n();
  }

  record Point(int x, int y) implements Serializable {}

  record Everything(
      boolean z,
      byte b,
      short s,
      char c,
      int i,
      long l,
      float f,
      double d,
      String t,
      Object o,
      int[] a)
      implements Serializable {}

  record PickyRecord(List<String> names) implements Serializable {
    PickyRecord {
      names = List.copyOf(names);
      if (names.isEmpty()) {
        throw new IllegalArgumentException("names must not be empty");
      }
    }
  }

  record NotSerializableRecord(int x) {}

  static class Bean implements Serializable {
    String name = "n";
    int count = 3;
    Long boxed = 4L;
    boolean flag = true;
    double ratio = Double.NaN;
    List<Object> items = new ArrayList<>(List.of("a", 2));
    Object any;

    @Override
    public boolean equals(Object o) {
      return o instanceof Bean b
          && name.equals(b.name)
          && count == b.count
          && Objects.equals(boxed, b.boxed)
          && flag == b.flag
          && items.equals(b.items)
          && Double.doubleToRawLongBits(ratio) == Double.doubleToRawLongBits(b.ratio);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  static class SubBean extends Bean {
    String name = "hides";
    private final int last;

    SubBean(int last) {
      this.last = last;
    }

    @Override
    public boolean equals(Object o) {
      return super.equals(o) && o instanceof SubBean b && b.last == last && b.name.equals(name);
    }

    @Override
    public int hashCode() {
      return last;
    }
  }

  static final class NoDefaultConstructor implements Serializable {
    final String a;

    NoDefaultConstructor(String a) {
      this.a = Objects.requireNonNull(a);
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof NoDefaultConstructor n && n.a.equals(a);
    }

    @Override
    public int hashCode() {
      return a.hashCode();
    }
  }

  static final class WithTransient implements Serializable {
    String kept = "kept";
    transient String cache = "set by the constructor";
    transient int number = 7;
  }

  static class PlainParent {
    String fromConstructor = "constructor";
  }

  static final class ChildOfPlain extends PlainParent implements Serializable {
    int own = 5;
  }

  static class ParentWithoutConstructor {
    ParentWithoutConstructor(int x) {}
  }

  static final class ChildOfNoConstructor extends ParentWithoutConstructor implements Serializable {
    ChildOfNoConstructor() {
      super(1);
    }
  }

  static class ParentWithPrivateConstructor {
    String state;

    private ParentWithPrivateConstructor() {
      state = "made anew";
    }

    ParentWithPrivateConstructor(String state) {
      this.state = state;
    }
  }

  static final class ChildOfPrivateConstructor extends ParentWithPrivateConstructor
      implements Serializable {
    ChildOfPrivateConstructor() {
      super("set");
    }
  }

  static final class WithReadObject implements Serializable {
    transient String derived = "x";
    int n = 1;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUTF(derived);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      derived = in.readUTF();
    }
  }

  static final class Singleton implements Serializable {
    static final Singleton INSTANCE = new Singleton();

    private Singleton() {}

    private Object readResolve() {
      return INSTANCE;
    }
  }

  static final class Replaced implements Serializable {
    final int v;

    Replaced(int v) {
      this.v = v;
    }

    private Object writeReplace() {
      return new Proxy(v);
    }

    private void readObject(ObjectInputStream in) throws IOException {
      throw new InvalidObjectException("proxy needed");
    }

    record Proxy(int v) implements Serializable {
      private Object readResolve() {
        return new Replaced(v);
      }
    }
  }

  public static final class External implements Externalizable {
    String s = "default";

    public External() {}

    External(String s) {
      this.s = s;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeUTF(s);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      s = in.readUTF();
    }
  }

  static final class NamedList extends ArrayList<String> {
    String label = "label";
  }

  static final class NamedMap extends HashMap<String, String> {
    String label = "label";
  }

  static final class FailsOnReading implements Serializable {
    int x = 1;

    private void readObject(ObjectInputStream in) throws IOException {
      throw new InvalidObjectException("never readable");
    }
  }

  static final class ByLength implements Comparator<String>, Serializable {
    @Override
    public int compare(String a, String b) {
      return Integer.compare(a.length(), b.length());
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof ByLength;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  static final class Lock implements Serializable {
    final ReentrantLock lock = new ReentrantLock();
  }

  static final class Cart implements Serializable {
    final List<Object> items = new ArrayList<>();
  }

  static final class NotSerializable {
    int x;
  }

  static final class Node implements Serializable {
    String id;
    Node next;
    Set<Node> peers = new HashSet<>();

    Node(String id) {
      this.id = id;
    }
  }

  /** Equality by a field that is read after the field that refers back. */
  static final class Entity implements Serializable {
    Entity a_parent;
    Set<Entity> b_children = new HashSet<>();
    String z_id;

    Entity(String id) {
      this.z_id = id;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Entity e && e.z_id.equals(z_id);
    }

    @Override
    public int hashCode() {
      return z_id.hashCode();
    }
  }

  final class Inner implements Serializable {
    int x = 1;
  }

  static Inner inner() {
    return new SampleBeans().new Inner();
  }

  static final class SerializableOuter implements Serializable {
    int y = 9;

    final class Deep implements Serializable {
      int read() {
        return y;
      }
    }

    Deep deep() {
      return new Deep();
    }
  }

  static Object anonymous(String captured) {
    return new SerializableCaller() {
      @Override
      public String call() {
        return captured;
      }
    };
  }

  abstract static class SerializableCaller implements Serializable {
    abstract String call();
  }

  interface SerializableRunnable extends Runnable, Serializable {}
}
