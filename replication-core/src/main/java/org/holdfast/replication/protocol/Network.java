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

import org.holdfast.replication.membership.Member;

/**
 * Port to the transport. Called while the lock of a session is held: must not block and must not
 * call back.
 */
@FunctionalInterface
public interface Network {
  /** Queues a message; returns false if it certainly will not leave. True promises nothing. */
  boolean send(Member to, Message message);
}
