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
 * Makes pages that need nothing else: no network, no script, no other file. Start reading at {@link
 * org.holdfast.drill.page.Page}; {@link org.holdfast.drill.page.SvgPlot} draws what goes into one.
 * Knows nothing of what is told and must not depend on other packages of this project.
 */
@NullMarked
package org.holdfast.drill.page;

import org.jspecify.annotations.NullMarked;
