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
