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
 * Who is in the cluster: {@link View}, {@link Member} and the {@link Membership} port, whose
 * adapter sends over {@link MembershipStreams}. Views are hints for placement and for giving up on
 * a member; they never fence anybody. Start reading at {@link Membership}. Depends on nothing else
 * here.
 */
@NullMarked
package org.holdfast.replication.membership;

import org.jspecify.annotations.NullMarked;
