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
 * Replicates the stateful session beans of Apache TomEE (OpenEJB): each is an entry of a store, is
 * written when a call of it ends, and is found by whichever node is called next. Start reading at
 * {@link org.holdfast.tomee.ReplicatedBeanCache}. Depends on OpenEJB's container interfaces, the
 * store and the settings; knows no servlet container.
 */
@NullMarked
package org.holdfast.tomee;

import org.jspecify.annotations.NullMarked;
