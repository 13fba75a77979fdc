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
