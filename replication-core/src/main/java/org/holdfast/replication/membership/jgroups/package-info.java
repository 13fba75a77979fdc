// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The group membership by JGroups: members that join, leave, or are believed dead. Decides how
 * members find each other, how long silence lasts before a member is given up, and how a JGroups
 * view becomes a {@code View}; carries no message of ours. Start reading at {@link
 * JGroupsMembership}. The only code that imports {@code org.jgroups}; must depend on nothing of
 * ours but {@code membership}.
 */
@NullMarked
package org.holdfast.replication.membership.jgroups;

import org.jspecify.annotations.NullMarked;
