// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The members of the cluster: {@link View}, {@link Member} and the {@link Membership} port, whose
 * adapter sends over {@link MembershipStreams}. Views are hints for placement and for giving up on
 * a member; they never fence a member. Start reading at {@link Membership}. Depends on nothing else
 * here.
 */
@NullMarked
package org.holdfast.replication.membership;

import org.jspecify.annotations.NullMarked;
