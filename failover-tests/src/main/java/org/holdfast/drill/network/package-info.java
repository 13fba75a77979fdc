// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The networks of nodes under drill: the faults that every engine with a network of its own does in
 * the same way, and the network namespaces of nodes that are processes. Start reading at {@link
 * NetworkFaults} and {@link NamespaceNetwork}. Only {@code NetworkRules} knows the tools that
 * change a network, only {@code NamespaceNetwork} those that make one; knows nothing of nodes but
 * their names and addresses.
 */
@NullMarked
package org.holdfast.drill.network;

import org.jspecify.annotations.NullMarked;
