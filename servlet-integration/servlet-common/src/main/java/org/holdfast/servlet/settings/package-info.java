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
 * The settings of Holdfast for whoever integrates it: which names there are, from where they are
 * taken and what is told of a name or a value that cannot be. Start reading at {@link
 * org.holdfast.servlet.settings.SettingsReader}. Depends on the replication core's {@code config}
 * alone, neither on a container nor on the Servlet API.
 */
@NullMarked
package org.holdfast.servlet.settings;

import org.jspecify.annotations.NullMarked;
