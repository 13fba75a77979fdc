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

package org.holdfast.replication.protocol;

/**
 * Names the state of a session: equal labels mean equal bytes on all members. Copies rank by label
 * alone.
 *
 * @param epoch in which the state was written
 * @param version write counter; never restarts, also not in a new epoch
 */
public record Label(Epoch epoch, long version) implements Comparable<Label> {
  /** Below every state. */
  public static final Label NONE = new Label(Epoch.NONE, 0);

  @Override
  public int compareTo(Label other) {
    int byEpoch = epoch.compareTo(other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(version, other.version);
  }

  boolean isNewerThan(Label other) {
    return compareTo(other) > 0;
  }

  @Override
  public String toString() {
    return epoch.isNone() ? "none" : "e" + epoch + " v" + version;
  }
}
