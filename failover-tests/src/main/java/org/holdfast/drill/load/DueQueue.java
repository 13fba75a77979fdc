// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.Arrays;

/**
 * Orders users by the time at which they act next: a binary heap with one place a user, so that
 * setting, moving and taking a time costs O(log n) and allocates nothing. Not thread-safe.
 */
final class DueQueue {
  private static final int ABSENT = -1;

  private final long[] dueNanos;
  private final int[] heap;
  private final int[] place;
  private int size;

  /**
   * @param users number of users, numbered from 0
   */
  DueQueue(int users) {
    dueNanos = new long[users];
    heap = new int[users];
    place = new int[users];
    Arrays.fill(place, ABSENT);
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the user due first; only when not empty. */
  int first() {
    if (size == 0) {
      throw new IllegalStateException("no user is due: the queue is empty");
    }
    return heap[0];
  }

  long dueNanos(int user) {
    return dueNanos[user];
  }

  /** Sets or moves the time at which {@code user} is due. */
  void put(int user, long due) {
    dueNanos[user] = due;
    if (place[user] == ABSENT) {
      place[user] = size;
      heap[size] = user;
      size++;
    }
    siftUp(place[user]);
    siftDown(place[user]);
  }

  /** Takes {@code user} out; nothing happens if it is not in. */
  void remove(int user) {
    int hole = place[user];
    if (hole == ABSENT) {
      return;
    }
    place[user] = ABSENT;
    size--;
    if (hole < size) {
      int moved = heap[size];
      set(hole, moved);
      siftUp(hole);
      siftDown(place[moved]);
    }
  }

  private void siftUp(int start) {
    int index = start;
    int user = heap[index];
    while (index > 0) {
      int parent = (index - 1) / 2;
      if (!before(user, heap[parent])) {
        break;
      }
      set(index, heap[parent]);
      index = parent;
    }
    set(index, user);
  }

  private void siftDown(int start) {
    int index = start;
    int user = heap[index];
    while (2 * index + 1 < size) {
      int child = 2 * index + 1;
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], user)) {
        break;
      }
      set(index, heap[child]);
      index = child;
    }
    set(index, user);
  }

  private void set(int index, int user) {
    heap[index] = user;
    place[user] = index;
  }

  /** Compares by difference: nanosecond clocks may wrap. */
  private boolean before(int left, int right) {
    return dueNanos[left] - dueNanos[right] < 0;
  }
}
