// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The live attributes of a session on its primary: decodes them when they are first asked for,
 * finds out which changed, and encodes those for one step. Start reading at {@link
 * org.holdfast.replication.session.attributes.SessionAttributes}, then {@link
 * org.holdfast.replication.session.attributes.AttributeCapture}. Must not depend on sessions, on
 * nodes, nor on the protocol beyond its words.
 */
@NullMarked
package org.holdfast.replication.session.attributes;

import org.jspecify.annotations.NullMarked;
