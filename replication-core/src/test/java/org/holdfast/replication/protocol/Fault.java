// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** A failure and its end. */
enum Fault {
  /** A process dies and comes back once the others go on without it. */
  CRASH,
  /** With two secondaries: another process dies before the others go on without the first. */
  TWO_CRASHES,
  /** A process dies and is back before anybody saw it leave. */
  QUICK_RESTART,
  /** A process stops for less time than the failure detector takes. */
  SHORT_PAUSE,
  /** A process stops, the others go on without it, then it wakes. */
  LONG_PAUSE,
  /** Two members cannot reach each other for a while. */
  CUT_LINK,
  /** One member receives nothing from another. */
  ONE_WAY_CUT,
  /** Most messages of one member to another are lost. */
  ONE_WAY_LOSS,
  /** The streams between two members break and come back; one of them may not notice. */
  BROKEN_STREAM,
  /** Two members cannot reach each other, and one of them is suspected for it. */
  LONG_CUT_LINK,
  /** A member is alone, and both sides see that. */
  CUT_NODE,
  /** Two halves of two members or more, and both see that. */
  PARTITION,
  /** A cut that all see moves before it ends: members are on another side than before. */
  MOVING_PARTITION,
  /** Messages from and to one member take long. */
  SLOW_MEMBER,
  /** Members go on without one that lives and does not know. */
  FALSE_SUSPICION,
  /** A member comes. */
  JOIN,
  /** A member leaves as planned, and comes back. */
  DRAIN,
  // Drawn apart from the ones above, so that what a seed does stays the same: see Faults.
  /** Two members cannot reach each other, and each continues in a view without the other. */
  PARALLEL_VIEWS,
  /** A member leaves as planned, and another process dies before it has left. */
  DRAIN_AND_CRASH,
  // The last one of a run, if it has any: see CutStarts.
  /** A member comes, and finds none of the others. */
  START_BEHIND_CUT,
  /** A process dies, before or after it is cut off, and is started again behind the cut. */
  RESTART_BEHIND_CUT,
  /** A member comes, and one of its links is cut. */
  START_WITH_CUT_LINK
}
