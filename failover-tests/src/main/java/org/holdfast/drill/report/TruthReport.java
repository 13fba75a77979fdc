// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;

/**
 * Whether any user was contradicted.
 *
 * @param usersVerified users whose last request was answered, so that all before it is judged
 * @param usersUnverified the others
 * @param usersSilentBefore users who had no answered update before the first fault: they proved
 *     nothing
 * @param usersWithSession users of whom any answer had a session; without one nothing is shown of
 *     sessions
 * @param usersWithAllowedLosses users who lost something, and only what may be lost
 * @param answeredUpdates updates answered in all
 * @param unprotectedAnswers of those, answers that said they were not protected
 * @param lostUpdates answered updates that are gone, the allowed ones included
 * @param lostUpdatesAllowed of those, the ones that may be lost: in ASYNC those answered by a node
 *     within the window before its end, those of {@code orphanedSessions} from before their end,
 *     and {@code lostUpdatesUnbound}
 * @param lostUpdatesUnbound of those, the ones that only answers without a binding promise tell of:
 *     where the scenario lets go what was answered as unprotected, from a fault until all nodes are
 *     together again, or ASYNC a login. Who loses such a login loses the whole session with it
 * @param protectedUpdatesLost of the lost, those whose answer did not say that it was unprotected,
 *     by the answers that did not say so either: the promise itself is broken, whatever the
 *     scenario asks for
 * @param staleAnswers answers without updates that were there again later
 * @param resetSessions times a user with a session found itself in a new one, the allowed ones
 *     included, but for what {@code orphanedSessions} lost by their end
 * @param resetSessionsAllowed of those, the ones that may be: in ASYNC those whose session began
 *     with an answer of a node within the window before its end, and those that only such answers
 *     tell of
 * @param orphanedSessions sessions all of whose holders ended at once, where the scenario allows
 *     for their loss
 * @param duplicatedAnswers answers with the value of another one
 * @param resurrectedAnswers answers of a session after its answered end, or under an id it gave up
 * @param contradictedAnswers answers with a value no updates lead to
 * @param regressedAnswers answers that rest on an older state than one before them
 * @param labelledAnswers answers that said on which state they rest, so that the above is judged
 * @param formerIds ids that users gave up
 * @param examples some of these, in words
 */
public record TruthReport(
    int usersVerified,
    int usersUnverified,
    int usersSilentBefore,
    int usersWithSession,
    int usersWithAllowedLosses,
    long answeredUpdates,
    long unprotectedAnswers,
    long lostUpdates,
    long lostUpdatesAllowed,
    long lostUpdatesUnbound,
    long protectedUpdatesLost,
    long staleAnswers,
    long resetSessions,
    long resetSessionsAllowed,
    long orphanedSessions,
    long duplicatedAnswers,
    long resurrectedAnswers,
    long contradictedAnswers,
    long regressedAnswers,
    long labelledAnswers,
    FormerIdsReport formerIds,
    List<String> examples) {

  public TruthReport {
    examples = List.copyOf(examples);
  }
}
