// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

/**
 * How one user got over a fault.
 *
 * @param user number of the user
 * @param onVictim whether its session lived on a node that the fault took away
 * @param turnedAtOnce whether it had a request in flight there, or asked elsewhere as soon as it
 *     noticed, so that its time holds no think time
 * @param asked whether it has asked anything of its session since, or was waiting for an answer
 *     then
 * @param answered whether it was answered since, by a node that the fault left
 * @param right whether that first answer contained everything it was answered before
 * @param sinceKillNanos from the fault to that answer
 * @param waitedNanos from the user's asking, or the fault if later, to that answer
 */
public record Recovery(
    int user,
    boolean onVictim,
    boolean turnedAtOnce,
    boolean asked,
    boolean answered,
    boolean right,
    long sinceKillNanos,
    long waitedNanos) {

  /** The same with a first answer that was right. */
  public Recovery asRight() {
    return new Recovery(
        user, onVictim, turnedAtOnce, asked, answered, true, sinceKillNanos, waitedNanos);
  }
}
