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

/**
 * Decides from what clients sent and were answered whether the promises about a session were kept:
 * the same judge for simulations, drills, container tests and the logs of operators. Start reading
 * at {@link HistoryChecker}. Pure: no clock, no network, no thread; must not depend on anything but
 * {@code java}, so that no part of what is judged can bend the judgement.
 */
@NullMarked
package org.holdfast.replication.history;

import org.jspecify.annotations.NullMarked;
