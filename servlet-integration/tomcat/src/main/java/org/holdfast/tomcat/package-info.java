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
 * Holdfast as a session manager of Tomcat: it decides which live object stands for which replicated
 * session, and what a request gets when its session is elsewhere. Start reading at {@link
 * org.holdfast.tomcat.HoldfastManager}. Depends on Catalina, on {@code org.holdfast.servlet} and,
 * of the replication core, on {@code session}, on {@code config} and on what {@code serialization}
 * throws and gives as the reason.
 */
@NullMarked
package org.holdfast.tomcat;

import org.jspecify.annotations.NullMarked;
