// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
