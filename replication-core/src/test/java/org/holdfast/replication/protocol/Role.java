// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The role of one member for one session. */
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
    "ABSENT to ENDING",
    "ABSENT to FENCED",
    "ABSENT to PRIMARY",
    "ABSENT to SECONDARY",
    "ABSENT to SEEKING",
    "ABSENT to TOMBSTONE",
    "ENDING to SECONDARY",
    "ENDING to SEEKING",
    "ENDING to TOMBSTONE",
    "FENCED to ABSENT",
    "FENCED to ENDING",
    "FENCED to PRIMARY",
    "FENCED to SECONDARY",
    "FENCED to SEEKING",
    "FENCED to TOMBSTONE",
    "HANDING_OVER to ENDING",
    "HANDING_OVER to FENCED",
    "HANDING_OVER to IN_DOUBT",
    "HANDING_OVER to SECONDARY",
    "HANDING_OVER to SEEKING",
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
    "PRIMARY to SEEKING",
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
    "TOMBSTONE to SECONDARY",
    "TOMBSTONE to SEEKING"
  };

  /**
   * Changes that some thousand runs may do without: two in one step, as when a member wins a
   * session that another has asked for meanwhile. There are no others: nothing is forgotten but
   * fences and tombstones, and no end is undone but by an epoch that does not know it.
   */
  static final Set<String> RARE_CHANGES =
      Set.of(
          "ABSENT to HANDING_OVER",
          "FENCED to HANDING_OVER",
          "HANDING_OVER to PRIMARY",
          "HANDING_OVER to TOMBSTONE",
          "IN_DOUBT to ENDING",
          "IN_DOUBT to HANDING_OVER",
          "SECONDARY to ENDING",
          "SECONDARY to HANDING_OVER",
          "SEEKING to HANDING_OVER",
          "TOMBSTONE to FENCED",
          "TOMBSTONE to PRIMARY");

  private static final Set<String> ALLOWED_CHANGES =
      Stream.concat(Arrays.stream(POSSIBLE_CHANGES), RARE_CHANGES.stream())
          .collect(Collectors.toUnmodifiableSet());

  /** Whether a session may go that way on one member. */
  static boolean isAllowed(String change) {
    return ALLOWED_CHANGES.contains(change);
  }

  /** The name of a change, as it is counted. */
  String to(Role next) {
    return this + " to " + next;
  }

  static Role of(SessionSnapshot session) {
    Copy copy = session.copy();
    if (session.primary() && copy != null) {
      return copy.tombstone() ? ENDING : session.handingOver() ? HANDING_OVER : PRIMARY;
    }
    if (session.seeking()) {
      return SEEKING;
    }
    if (copy == null) {
      return session.promised().isNone() ? ABSENT : FENCED;
    }
    if (copy.tombstone()) {
      return TOMBSTONE;
    }
    return session.promised().compareTo(copy.epoch()) > 0 ? IN_DOUBT : SECONDARY;
  }
}
