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

/** What one member is to one session. */
enum Role {
  /** Knows nothing of it. */
  ABSENT,
  /** Holds nothing, but refuses lower epochs. */
  FENCED,
  /** Holds a copy. */
  SECONDARY,
  /** Holds a copy that was promised to another member, which has not sent a newer one yet. */
  IN_DOUBT,
  /** Looks for the session. */
  SEEKING,
  /** Serves it. */
  PRIMARY,
  /** Serves it until the requests that run are over. */
  HANDING_OVER,
  /** Sees to it that nothing is left of it. */
  ENDING,
  /** Remembers that it has ended. */
  TOMBSTONE;

  /** Changes that must be seen when many runs are looked at together. */
  static final String[] POSSIBLE_CHANGES = {
    "ABSENT to FENCED",
    "ABSENT to PRIMARY",
    "ABSENT to SECONDARY",
    "ABSENT to SEEKING",
    "ABSENT to TOMBSTONE",
    "ENDING to TOMBSTONE",
    "ENDING to SEEKING",
    "FENCED to ABSENT",
    "FENCED to ENDING",
    "FENCED to PRIMARY",
    "FENCED to SECONDARY",
    "FENCED to SEEKING",
    "FENCED to TOMBSTONE",
    "HANDING_OVER to ENDING",
    "HANDING_OVER to FENCED",
    "HANDING_OVER to IN_DOUBT",
    "HANDING_OVER to PRIMARY",
    "HANDING_OVER to SECONDARY",
    "HANDING_OVER to TOMBSTONE",
    "IN_DOUBT to FENCED",
    "IN_DOUBT to PRIMARY",
    "IN_DOUBT to SECONDARY",
    "IN_DOUBT to SEEKING",
    "IN_DOUBT to TOMBSTONE",
    "PRIMARY to ENDING",
    "PRIMARY to FENCED",
    "PRIMARY to HANDING_OVER",
    "PRIMARY to IN_DOUBT",
    "PRIMARY to SECONDARY",
    "PRIMARY to TOMBSTONE",
    "SECONDARY to FENCED",
    "SECONDARY to IN_DOUBT",
    "SECONDARY to PRIMARY",
    "SECONDARY to SEEKING",
    "SECONDARY to TOMBSTONE",
    "SEEKING to ABSENT",
    "SEEKING to ENDING",
    "SEEKING to FENCED",
    "SEEKING to IN_DOUBT",
    "SEEKING to PRIMARY",
    "SEEKING to SECONDARY",
    "SEEKING to TOMBSTONE",
    "TOMBSTONE to ABSENT",
    "TOMBSTONE to ENDING",
    "TOMBSTONE to SEEKING"
  };

  /** The name of a change, as it is counted. */
  String to(Role next) {
    return this + " to " + next;
  }

  static Role of(SessionState session) {
    Copy copy = session.copy;
    if (session.primary != null && copy != null) {
      boolean waited = session.primary.handOver != null;
      return copy.tombstone() ? ENDING : waited ? HANDING_OVER : PRIMARY;
    }
    if (session.round != null) {
      return SEEKING;
    }
    if (copy == null) {
      return session.promised.isNone() ? ABSENT : FENCED;
    }
    if (copy.tombstone()) {
      return TOMBSTONE;
    }
    return session.promised.compareTo(copy.epoch()) > 0 ? IN_DOUBT : SECONDARY;
  }
}
