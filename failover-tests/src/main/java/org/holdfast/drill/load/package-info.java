// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Drives closed users against a set of nodes and records what they see. Start reading at {@link
 * LoadDriver}, then {@link VirtualUser} and {@link Lane}. {@link HttpEngine} is the port to the
 * network and {@link GrizzlyHttpEngine} the only class that knows Grizzly. Must not depend on
 * clusters, verdicts or reports; knows of nodes only a name and an address.
 */
@NullMarked
package org.holdfast.drill.load;

import org.jspecify.annotations.NullMarked;
