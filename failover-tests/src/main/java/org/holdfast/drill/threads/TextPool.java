// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps each frame and each stack once, since most threads of a large dump stand in the same
 * places, and bounds what a file can make the parser keep. For one source, for one thread.
 */
final class TextPool {
  static final int MAX_THREADS = 1_000_000;
  static final int MAX_FRAMES_PER_STACK = 1_000;
  static final int MAX_DISTINCT = 500_000;
  private static final int MAX_ENTRIES = 8_000_000;

  private final String source;
  private final int maxText;
  private final Map<String, Integer> ids = new HashMap<>();
  private final List<Frame> frames = new ArrayList<>();
  private final Map<String, DumpedLock> locks = new HashMap<>();
  // Keyed by text, which hash maps keep apart even if somebody chose equal hash codes.
  private final Map<String, List<Frame>> stacks = new HashMap<>();
  private long text;
  private long entries;
  private int threads;

  TextPool(String source, int maxText) {
    this.source = source;
    this.maxText = maxText;
  }

  /** Returns the number of a frame, to hand to {@link #stack}. */
  int frame(String line) throws NotADumpException {
    Integer known = ids.get(line);
    if (known != null) {
      return known;
    }
    distinct(line);
    int id = frames.size();
    frames.add(Frame.parse(line));
    ids.put(line, id);
    return id;
  }

  List<Frame> stack(List<Integer> frameIds) throws NotADumpException {
    StringBuilder key = new StringBuilder(frameIds.size() * 2);
    for (int id : frameIds) {
      key.append((char) (id >>> 16)).append((char) id);
    }
    List<Frame> known = stacks.get(key.toString());
    if (known != null) {
      return known;
    }
    entries += frameIds.size();
    require(entries, MAX_ENTRIES, "frames in stacks that differ, and locks in stacks");
    List<Frame> stack = frameIds.stream().map(frames::get).toList();
    stacks.put(key.toString(), stack);
    return stack;
  }

  /** Returns the lock, of which threads that wait for it share one. */
  DumpedLock lock(DumpedLock lock) throws NotADumpException {
    require(++entries, MAX_ENTRIES, "frames in stacks that differ, and locks in stacks");
    String key = lock.toString();
    DumpedLock known = locks.get(key);
    if (known != null) {
      return known;
    }
    distinct(key);
    locks.put(key, lock);
    return lock;
  }

  private void distinct(String kept) throws NotADumpException {
    require(frames.size() + locks.size() + 1L, MAX_DISTINCT, "frames and locks that differ");
    keep(kept);
  }

  /** Counts a thread and its name. */
  String thread(String name) throws NotADumpException {
    require(++threads, MAX_THREADS, "threads");
    return keep(name);
  }

  /** Counts text that stays in memory. */
  String keep(String kept) throws NotADumpException {
    text += kept.length();
    require(text, maxText, "characters of names, frames and locks");
    return kept;
  }

  private void require(long value, long most, String what) throws NotADumpException {
    if (value > most) {
      throw new NotADumpException(
          source + " has more than " + most + " " + what + ": split it, or take fewer dumps");
    }
  }
}
