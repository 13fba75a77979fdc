// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.holdfast.replication.serialization.MetObjects;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.DecodeTime;
import org.holdfast.replication.serialization.codec.EarlyHashes;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.SharedObjects;
import org.jspecify.annotations.Nullable;

/**
 * The state of the object graph that is being written or read: depth, count, which objects are
 * still open, and how much work hashing them takes. One per Kryo instance, used by one thread at a
 * time, emptied after each attribute.
 *
 * <p><b>Hash work.</b> 28 sets that each hold the one before twice take 410 bytes and 2^28 visits
 * to hash. So each object has a weight: the most visits its {@code hashCode} can make, that is 1
 * per slot plus the weights of what the slots refer to; a reference adds the weight of its target
 * again. Objects that hash by identity (arrays, beans without {@code hashCode}) weigh 1. A
 * reference to a JDK container that is still open weighs infinitely: hashing it would never end.
 * Before an element goes into a hash-based or sorted container, its weight is charged against a
 * budget that grows with the bytes read; elements with one and the same hash code are charged again
 * for each collision. Writing counts the same charges, so that what is written can be read. Not
 * bounded: application classes whose own {@code hashCode} follows a cycle back to an object that is
 * still open.
 */
final class Graph {
  /**
   * The way in which objects of a class compute their hash code, as far as it matters for its cost.
   */
  enum Hashing {
    /** A hash code that always comes from the parts (JDK containers, records). */
    BY_PARTS,
    /** A hash code as the application wrote it: it comes from the parts at most. */
    OWN,
    BY_IDENTITY
  }

  private static final byte WHOLE = 0;
  private static final byte OPEN = 1;

  /** The state of an open object that is made only when all its parts are there. */
  private static final byte OPEN_WITHOUT_OBJECT = 2;

  private final CodecLimits limits;
  private final DecodeTime time;

  private int depth;
  private int objects;
  private int latestId = -1;
  private int hashContainersOpen;
  private long promisedBytes;
  private boolean hashedCycle;
  private long hashWork;
  private long hashBudget;

  private int[] idAt = new int[16];
  private long[] weightAt = new long[16];
  private Hashing[] hashingAt = new Hashing[16];
  // Outermost open object that this one leads to, as a depth; the own depth if none.
  private int[] lowestAt = new int[16];
  private long[] weightOfId = new long[64];
  private int[] depthOfId = new int[64];
  // Id of the open object that a closed one leads to: until that closes, this one is not whole. -1
  // if none.
  private int[] awaitsOfId = new int[64];
  private byte[] stateOfId = new byte[64];
  private final List<Runnable> refills = new ArrayList<>();
  private @Nullable EarlyHashes earlyHashes;
  private final Set<Class<?>> classes = new HashSet<>();
  private @Nullable MetObjects met;

  /**
   * @param cpuNanos processor time of the calling thread
   */
  Graph(CodecLimits limits, LongSupplier cpuNanos) {
    this.limits = limits;
    this.time = new DecodeTime(cpuNanos, limits.maxDecodeMillis());
  }

  CodecLimits limits() {
    return limits;
  }

  /** Begins to read {@code bytes} bytes: they bound the hash work, and the time is bounded, too. */
  void startReading(int bytes) {
    hashBudget = HashBudget.forBytes(bytes);
    time.start();
  }

  /** Reports each written object to {@code objects}, unless null, until the next {@link #clear}. */
  void tell(@Nullable MetObjects objects) {
    met = objects;
    if (objects != null) {
      objects.begin();
    }
  }

  /** Takes note of an object that the resolver writes for the first time. */
  void wrote(Object object) {
    if (met != null && SharedObjects.matter(object)) {
      met.met(object);
    }
  }

  /** Takes the id of the object that is entered next from the resolver. */
  void nextObject(int id) {
    latestId = id;
    if (id >= weightOfId.length) {
      weightOfId = Arrays.copyOf(weightOfId, id * 2);
      depthOfId = Arrays.copyOf(depthOfId, id * 2);
      awaitsOfId = Arrays.copyOf(awaitsOfId, id * 2);
      stateOfId = Arrays.copyOf(stateOfId, id * 2);
    }
    weightOfId[id] = 1;
    awaitsOfId[id] = -1;
    stateOfId[id] = WHOLE;
  }

  /**
   * Begins an object that has parts. {@code late} objects exist only after their parts, so nothing
   * in them can refer to them.
   */
  void enter(Hashing hashing, boolean late) {
    if (++objects > limits.maxObjects()) {
      throw new LimitExceeded("more than " + limits.maxObjects() + " objects");
    }
    time.step();
    if (++depth > limits.maxDepth()) {
      throw new LimitExceeded("nested deeper than " + limits.maxDepth() + " levels");
    }
    if (depth >= idAt.length) {
      idAt = Arrays.copyOf(idAt, depth * 2);
      weightAt = Arrays.copyOf(weightAt, depth * 2);
      hashingAt = Arrays.copyOf(hashingAt, depth * 2);
      lowestAt = Arrays.copyOf(lowestAt, depth * 2);
    }
    int id = latestId;
    idAt[depth] = id;
    weightAt[depth] = 1;
    hashingAt[depth] = hashing;
    lowestAt[depth] = depth;
    depthOfId[id] = depth;
    weightOfId[id] = hashing == Hashing.BY_PARTS ? HashBudget.INFINITE : 1;
    stateOfId[id] = late ? OPEN_WITHOUT_OBJECT : OPEN;
  }

  /** Ends the object entered last. */
  void leave() {
    long weight = hashingAt[depth] == Hashing.BY_IDENTITY ? 1 : weightAt[depth];
    int id = idAt[depth];
    weightOfId[id] = weight;
    stateOfId[id] = WHOLE;
    int lowest = lowestAt[depth];
    if (lowest < depth) {
      awaitsOfId[id] = idAt[lowest];
    }
    depth--;
    lowestAt[depth] = Math.min(lowestAt[depth], lowest);
    addWeight(weight);
  }

  /** Notes a reference to an object met before. */
  void refer(int id) {
    time.step();
    if (stateOfId[id] == OPEN_WITHOUT_OBJECT) {
      throw new LimitExceeded("a record, optional or immutable collection contains itself");
    }
    if (stateOfId[id] == OPEN) {
      leadTo(id);
    } else {
      int open = awaitsOfId[id];
      while (open >= 0 && stateOfId[open] == WHOLE) {
        open = awaitsOfId[open];
      }
      awaitsOfId[id] = open; // next time the way is short
      if (open >= 0) {
        leadTo(open);
      }
    }
    addWeight(weightOfId[id]);
  }

  /** Returns the number of open objects. */
  int depth() {
    return depth;
  }

  /**
   * Returns the id of the open object at {@code at}, from 1, the outermost one, to {@link #depth}.
   */
  int idAt(int at) {
    return idAt[at];
  }

  /**
   * Returns the id of the outermost open object that the closed one of {@code id} leads to, -1 if
   * none. It is one that was open when {@code id} was closed, or referred to.
   */
  int awaited(int id) {
    return awaitsOfId[id];
  }

  /** Tells whether an object leads to one that is open, and at most {@code at} deep. */
  boolean leadsAbove(int id, int at) {
    int open = awaitsOfId[id];
    while (open >= 0 && stateOfId[open] == WHOLE) {
      open = awaitsOfId[open];
    }
    return open >= 0 && depthOfId[open] <= at;
  }

  private void leadTo(int openId) {
    lowestAt[depth] = Math.min(lowestAt[depth], depthOfId[openId]);
    hashedCycle |= hashContainersOpen > 0;
  }

  /** Adds slots, or other visits that hashing the current object takes. */
  void addWeight(long weight) {
    weightAt[depth] = Math.min(HashBudget.INFINITE, weightAt[depth] + weight);
  }

  /** Begins one element; the result goes to {@link #endElement}. */
  long beginElement() {
    long saved = weightAt[depth];
    weightAt[depth] = 0;
    return saved;
  }

  /** Ends one element and returns its weight. */
  long endElement(long saved) {
    long weight = weightAt[depth] + 1;
    weightAt[depth] = saved;
    addWeight(weight);
    return weight;
  }

  /**
   * Adds the visits that hashing or comparing the value read or written last takes besides its
   * slot, for each use of it. Only for values that references know.
   */
  void weighLeaf(long weight) {
    addWeight(weight);
    weightOfId[latestId] = Math.min(HashBudget.INFINITE, weightOfId[latestId] + weight);
  }

  void chargeHashWork(long work) {
    time.steps(work);
    hashWork = Math.min(HashBudget.INFINITE, hashWork + work);
    if (hashWork > hashBudget) {
      throw new LimitExceeded("hashing the elements takes more than " + hashBudget + " visits");
    }
  }

  /** Fails if the counted hash work is more than a reader of {@code bytes} bytes allows. */
  void requireReadableWith(int bytes) {
    hashBudget = HashBudget.forBytes(bytes);
    chargeHashWork(0);
  }

  /** Fails for a container that {@link BoundedInput} would refuse. */
  void requireElements(int count) {
    if (count > limits.maxElements()) {
      throw new LimitExceeded(
          count + " elements in one container; at most " + limits.maxElements());
    }
  }

  /**
   * Reads the number of elements that follow; each is announced by {@link #beginSlot}. All
   * containers that are open have promised some: together no more than there are bytes, since each
   * takes one at least. Otherwise a few bytes per level could ask for as much memory as all bytes,
   * each time.
   *
   * @param slots that each element has
   */
  int promise(BoundedInput input, int slots) {
    int count = input.readCount(slots, promisedBytes);
    promisedBytes += (long) count * slots;
    return count;
  }

  /** Counts one step of reading for which no slot was promised. */
  void step() {
    time.step();
  }

  /** Begins to read the next promised slot. */
  void beginSlot() {
    promisedBytes--;
    time.step();
  }

  void openHashContainer() {
    hashContainersOpen++;
  }

  void closeHashContainer() {
    hashContainersOpen--;
  }

  /**
   * Tells whether an element of a hash-based or sorted container leads to an object that was still
   * open.
   */
  boolean hashedCycle() {
    return hashedCycle;
  }

  /**
   * Keeps a refill of a container for when all objects are whole; they run in the order of the
   * calls.
   */
  void refillAtEnd(Runnable refill) {
    refills.add(refill);
  }

  /** Takes note of a new container that cannot be filled once more. */
  void madeFull(Object container) {
    if (hashedCycle) {
      earlyHashes = earlyHashes == null ? new EarlyHashes() : earlyHashes;
      earlyHashes.note(container);
    }
  }

  void refill() {
    for (Runnable refill : refills) {
      refill.run();
    }
    if (earlyHashes != null) {
      earlyHashes.requireSame();
    }
  }

  void sawClass(Class<?> type) {
    classes.add(type);
  }

  /** Returns the application classes and arrays written since the last {@link #clear}. */
  Set<Class<?>> classes() {
    return classes;
  }

  void clear() {
    depth = 0;
    objects = 0;
    latestId = -1;
    hashContainersOpen = 0;
    promisedBytes = 0;
    time.stop();
    hashedCycle = false;
    hashWork = 0;
    hashBudget = HashBudget.INFINITE - 1;
    weightAt[0] = 0;
    lowestAt[0] = 0;
    refills.clear();
    earlyHashes = null;
    classes.clear();
    met = null;
    if (weightOfId.length > 1 << 16) {
      weightOfId = new long[64];
      depthOfId = new int[64];
      awaitsOfId = new int[64];
      stateOfId = new byte[64];
    }
  }
}
