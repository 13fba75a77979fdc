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

package org.holdfast.servlet.session;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session id as a client sends it: the id proper, then a dot and the sticky route of the node
 * that it was last sent to.
 *
 * @param id what the cluster knows the session by; ids of ours have no dot
 * @param route name of a node, a hint and never the truth; null if there was none
 */
public record RoutedId(String id, @Nullable String route) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");

  public static RoutedId parse(String requested) {
    int dot = requested.indexOf('.');
    return dot < 0
        ? new RoutedId(requested, null)
        : new RoutedId(requested.substring(0, dot), requested.substring(dot + 1));
  }

  /** Tells whether this could be an id of ours at all; anything may stand in a cookie. */
  public boolean isWellFormed() {
    return ID.matcher(id).matches();
  }

  @Override
  public String toString() {
    // Without the id, which is a credential.
    return "session id" + (route == null ? " without route" : " with route " + route);
  }
}
