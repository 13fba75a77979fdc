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

package org.holdfast.drill.cluster;

import org.holdfast.drill.settings.HoldfastSettings;

/** A node that may be started in more than one version, and with other settings. */
public interface ReplaceableNode extends ClusterNode {

  /** Whether it can be started in {@code version}. */
  boolean has(NodeVersion version);

  /** Starts in this version from now on, one of those that it {@linkplain #has has}. */
  void replaceBy(NodeVersion version);

  /** Starts with these settings of Holdfast from now on, and with no others. */
  void startWith(HoldfastSettings settings);
}
