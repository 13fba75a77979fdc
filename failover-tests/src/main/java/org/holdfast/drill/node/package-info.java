// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * One server for drills and measurements: the verb {@code node}, the embedded Tomcat or Jetty
 * behind it and its status page. Start reading at {@link NodeCommand}, then {@link EmbeddedNode}.
 * Each {@link NodeServer} knows its container; {@link ReplicatedSessions} has what is common to all
 * integrations of Holdfast. Nothing here may depend on the load or on verdicts.
 */
@NullMarked
package org.holdfast.drill.node;

import org.jspecify.annotations.NullMarked;
