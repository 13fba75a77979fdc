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
 * Drives closed users against a set of nodes and records what they see. Start reading at {@link
 * LoadDriver}, then {@link VirtualUser} and {@link Lane}. {@link HttpEngine} is the port to the
 * network and {@link GrizzlyHttpEngine} the only class that knows Grizzly. Must not depend on
 * clusters, verdicts or reports; knows of nodes only a name and an address.
 */
@NullMarked
package org.holdfast.drill.load;

import org.jspecify.annotations.NullMarked;
