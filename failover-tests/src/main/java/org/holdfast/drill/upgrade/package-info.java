// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Says before a rolling upgrade which session attributes of one version of an application another
 * version cannot read: the verb {@code check-upgrade}. Start reading at {@link
 * org.holdfast.drill.upgrade.UpgradeCheck}. Looks at class files alone and loads none of the
 * application's; what fits what is asked of {@code org.holdfast.replication.serialization.schema},
 * as nodes do. What goes through JDK serialization is judged by {@link
 * org.holdfast.drill.upgrade.JdkRules}, which objects that are by {@link
 * org.holdfast.drill.upgrade.JdkTravel}. Must not depend on other verbs.
 */
@NullMarked
package org.holdfast.drill.upgrade;

import org.jspecify.annotations.NullMarked;
