// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.holdfast.replication.serialization.kryo.SampleBeans.*;
import static org.holdfast.replication.serialization.kryo.SampleCollections.*;

import java.io.ByteArrayInputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.text.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** The part of the table that holds what applications write, and what must be refused. */
@SuppressWarnings({"rawtypes", "unchecked", "URLEqualsHashCode"})
final class ApplicationSamples {
  private final Samples to;

  private ApplicationSamples(Samples to) {
    this.to = to;
  }

  static void addTo(Samples samples) {
    ApplicationSamples application = new ApplicationSamples(samples);
    application.beans();
    application.refused();
  }

  private void beans() {
    to.same("record", new Point(1, -2));
    to.by(
        "record of everything",
        new Everything(
            true, (byte) 1, (short) 2, 'c', -3, 4L, 1.5f, -0.0, null, List.of(1), new int[] {5}),
        e ->
            List.of(
                e.z(),
                e.b(),
                e.s(),
                e.c(),
                e.i(),
                e.l(),
                e.f(),
                e.d(),
                "" + e.t(),
                e.o(),
                Arrays.toString(e.a())));
    to.same("record with checks", new PickyRecord(new ArrayList<>(List.of("a"))));
    to.same("bean", new Bean());
    to.same("bean with superclass and a hiding field", new SubBean(4));
    to.same("bean without default constructor", new NoDefaultConstructor("a"));
    to.by("transient fields come back as defaults", new WithTransient(), b -> b.kept + (b == null));
    ChildOfPlain child = new ChildOfPlain();
    child.own = 6;
    child.fromConstructor = "lost, which the log says once";
    to.by("superclass that is not serializable: its fields do not travel", child, c -> c.own);
    to.same("subclass of AbstractList", new ArrayBacked("a", "b"));
    to.same("subclass of AbstractMap", new OneEntryMap("k", "v"));
    to.by("subclass of AbstractSet", new OneElementSet("e"), s -> Set.copyOf(s));
    to.by("readObject", readObject(), b -> b.derived + b.n);
    to.same("readResolve singleton", Singleton.INSTANCE);
    to.by(
        "singleton in a list",
        new ArrayList<>(List.of(Singleton.INSTANCE)),
        l -> l.get(0) == Singleton.INSTANCE);
    to.by("writeReplace", new Replaced(6), r -> r.v);
    to.by("Externalizable", new External("own"), e -> e.s);
    NamedList list = new NamedList();
    list.add("x");
    list.label = "changed";
    to.by("subclass of ArrayList with a field", list, l -> l.label + l);
    NamedMap map = new NamedMap();
    map.put("a", "b");
    map.label = "changed";
    to.by("subclass of HashMap with a field", map, m -> m.label + m);
    to.by("hooks deep inside", new HashMap<>(Map.of("k", readObject())), m -> m.get("k").derived);
    Node self = new Node("self");
    self.next = self;
    to.by("self-cycle", self, n -> n.next == n);
    Node ring = new Node("a");
    ring.next = new Node("b");
    ring.next.next = ring;
    to.by("ring", ring, n -> n.next.next == n && n.next != n);
    List<Object> twice = new ArrayList<>();
    Bean shared = new Bean();
    twice.add(shared);
    twice.add(shared);
    to.by("shared identity", twice, l -> l.get(0) == l.get(1));
    List<Object> own = new ArrayList<>();
    own.add(own);
    to.by("list that holds itself", own, l -> l.get(0) == l);
    Map<Object, Object> ownMap = new HashMap<>();
    ownMap.put("me", ownMap);
    to.by("map that holds itself as value", ownMap, m -> m.get("me") == m);
    Object[] ownArray = new Object[1];
    ownArray[0] = ownArray;
    to.by("array that holds itself", ownArray, a -> a[0] == a);
    Entity parent = new Entity("p");
    for (int i = 0; i < 100; i++) {
      Entity kid = new Entity("k" + i);
      kid.a_parent = parent;
      parent.b_children.add(kid);
    }
    to.by(
        "bidirectional hash set, from the parent",
        parent,
        p -> p.b_children.size() + "" + p.b_children.contains(new Entity("k42")));
    to.by(
        "bidirectional hash set, from a child",
        parent.b_children.iterator().next(),
        c -> c.a_parent.b_children.contains(c) && c.a_parent.b_children.size() == 100);
    Set<Object> identityHashed =
        new HashSet<>(List.of(new Node("1"), new Node("2"), new Node("3")));
    to.by("set of identity-hashed beans", identityHashed, s -> s.size());
    to.by("inner class of a serializable outer", new SerializableOuter().deep(), d -> d.read());
    to.same("principal bean", new Caller("x"));
    to.by("ternary tree of shared nodes", sharedTree(6), l -> l);
  }

  record Caller(String getName) implements Principal, Serializable {}

  private static WithReadObject readObject() {
    WithReadObject bean = new WithReadObject();
    bean.derived = "written";
    return bean;
  }

  private static List<Object> sharedTree(int depth) {
    List<Object> tree = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      tree = new ArrayList<>(List.of(tree, tree, tree));
    }
    return tree;
  }

  private void refused() {
    to.no("bean that is not serializable", new NotSerializable());
    to.no("record that is not serializable", new NotSerializableRecord(1));
    to.noAt("ArrayList[0]", "in a list", new ArrayList<>(List.of(new NotSerializable())));
    to.noAt("Lock.lock", "lock inside a bean", new Lock());
    to.noAt("Inner.this$0", "inner class of an outer that is not serializable", inner());
    to.no("lambda", (Runnable) () -> {});
    to.no("serializable lambda", (SerializableRunnable) () -> {});
    to.noAt(
        "HashMap[f]",
        "method reference in a map",
        new HashMap<>(Map.of("f", (SerializableRunnable) System::gc)));
    to.no(
        "lambda comparator",
        new TreeSet<>((Comparator<String> & Serializable) (a, b) -> a.compareTo(b)));
    to.no(
        "proxy",
        Proxy.newProxyInstance(
            Samples.class.getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> null));
    to.no("Thread", new Thread());
    to.no("ClassLoader", Samples.class.getClassLoader());
    to.no("InputStream", new ByteArrayInputStream(new byte[1]));
    to.no("Object", new Object());
    to.no("WeakHashMap", new WeakHashMap<>());
    to.no("ArrayList.subList", new ArrayList<>(List.of(1, 2, 3)).subList(0, 2));
    to.no("HashMap.keySet", new HashMap<>(Map.of(1, 2)).keySet());
    to.no("ThreadLocal", new ThreadLocal<>());
    to.no("DateTimeFormatter", DateTimeFormatter.ISO_DATE);
    to.no("Charset", StandardCharsets.UTF_8);
    to.no("Iterator", List.of(1).iterator());
    to.no("CompletableFuture", new CompletableFuture<>());
    to.no("LinkedBlockingQueue", Samples.filled(new LinkedBlockingQueue<>(7)));
    to.no("ArrayBlockingQueue", Samples.filled(new ArrayBlockingQueue<>(5)));
    to.no("PriorityBlockingQueue", Samples.filled(new PriorityBlockingQueue<>()));
    to.no("fails in readObject", new FailsOnReading());
    to.no("superclass without constructor", new ChildOfNoConstructor());
    to.no("superclass with a private constructor", new ChildOfPrivateConstructor());
    to.no("Class of a refused package", com.sun.net.httpserver.HttpServer.class);
    to.no("URL as key", new HashMap<>(Map.of(new SampleUrlKey().url, 1)));
    to.noAt(
        "HashMap[carts][1].items[0].lock",
        "lock deep inside",
        new HashMap<>(Map.of("carts", new ArrayList<>(List.of(new Bean(), cartWithLock())))));
    to.noAt(
        "ArrayList[1]",
        "fails in readObject, in a list",
        new ArrayList<>(List.of("a", new FailsOnReading())));
    to.noAt("Node.next.next.peers[0]", "in a set of a chain", chainToLock());
    to.no("too deep", deep(2_000));
    to.no("record in itself", recordInItself());
    to.no("JDK object outside the list", new javax.management.openmbean.OpenDataException("x"));
  }

  private static Object cartWithLock() {
    Cart cart = new Cart();
    cart.items.add(new Lock());
    return cart;
  }

  private static Object chainToLock() {
    Node node = new Node("a");
    node.next = new Node("b");
    node.next.next = new Node("c");
    ((Set) node.next.next.peers).add(new NotSerializable());
    return node;
  }

  private static final class SampleUrlKey {
    final URL url = Samples.url("file:/a");
  }

  private static Object recordInItself() {
    List<String> names = new ArrayList<>();
    Everything record =
        new Everything(true, (byte) 0, (short) 0, 'a', 0, 0, 0, 0, "", names, new int[0]);
    ((List) names).add(record);
    return record;
  }

  static Object deep(int levels) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      list = new ArrayList<>(List.of(list));
    }
    return list;
  }
}
