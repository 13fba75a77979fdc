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
