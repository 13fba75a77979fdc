// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.Consumer;

/**
 * What a response waits for.
 *
 * @param version that must be protected
 * @param askedSinceNanos since when the holders must have been asked: the answer to an earlier
 *     question says nothing of whether another member has gone on with the session since
 * @param waitNanos longest wait, after which the callback hears {@link Outcome#UNCONFIRMED}
 * @param patient whether to wait also while nobody is there to acknowledge anything
 * @param callback hears exactly once, unless whoever wants it is answered at once
 */
record Wanted(
    long version,
    long askedSinceNanos,
    long waitNanos,
    boolean patient,
    Consumer<Outcome> callback) {}
