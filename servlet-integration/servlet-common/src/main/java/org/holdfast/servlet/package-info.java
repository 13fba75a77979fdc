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
 * What every servlet integration shares: it decides when a response may be committed. Start reading
 * at {@link org.holdfast.servlet.CommitGuardedResponse}. Depends on the Servlet API alone, neither
 * on a container nor on the replication core.
 */
@NullMarked
package org.holdfast.servlet;

import org.jspecify.annotations.NullMarked;
