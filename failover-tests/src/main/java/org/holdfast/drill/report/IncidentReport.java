// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one thing done to a cluster did to its users. Times are in milliseconds unless they say
 * otherwise.
 *
 * @param what in words, such as {@code killed node-1}
 * @param kind name of the fault in a scenario, such as {@code kill}
 * @param nodes whom it was done to
 * @param atSeconds when, from the start of the measured time
 * @param healedSeconds when it was taken back, or the node started again, on the same clock; null
 *     if it was not
 * @param viewChangeExpected whether the others are to drop the nodes from their view
 * @param protectionExpected whether enough nodes were left to hold as many copies as are asked for
 * @param awayExpected whether users of the nodes had to go elsewhere
 * @param rejoinExpected whether it could be seen that all are in one view again
 * @param usersOnNodes users whose session lived on one of the nodes then
 * @param movedSessions of those, sessions that went on elsewhere with everything in them that may
 *     not be lost
 * @param usersWithoutRightAnswer of all users who asked something, those not answered rightly by
 *     another node until the next thing was done or the end came
 * @param usersOverBound of all users, those who waited longer for that than the recovery bound
 * @param viewChangeFirstMillis until the first other node's view was without the nodes; null if
 *     none was seen
 * @param viewChangeAllMillis until every other node's was; null if some was not, or if the fault is
 *     one that no view shows
 * @param protectedMillis until all others were settled besides, with no session degraded; null if
 *     that was not seen
 * @param rejoinedMillis from {@code healedSeconds}, or from the end of a cut or pause that lasted
 *     longer, until all nodes that should be there were in one settled view of all, with no session
 *     degraded; null if that was not seen
 * @param firstRightAnswer until the first right answer, think time included: users of the nodes
 * @param turnedAtOnce the same, of those who had a request in flight there or noticed at once
 * @param waited from asking to the first right answer: all users
 * @param errors attempts that failed until all of the above was over
 */
public record IncidentReport(
    String what,
    String kind,
    List<String> nodes,
    double atSeconds,
    @Nullable Double healedSeconds,
    boolean viewChangeExpected,
    boolean protectionExpected,
    boolean awayExpected,
    boolean rejoinExpected,
    int usersOnNodes,
    int movedSessions,
    int usersWithoutRightAnswer,
    int usersOverBound,
    @Nullable Double viewChangeFirstMillis,
    @Nullable Double viewChangeAllMillis,
    @Nullable Double protectedMillis,
    @Nullable Double rejoinedMillis,
    Quantiles firstRightAnswer,
    Quantiles turnedAtOnce,
    Quantiles waited,
    long errors) {

  public IncidentReport {
    nodes = List.copyOf(nodes);
  }
}
