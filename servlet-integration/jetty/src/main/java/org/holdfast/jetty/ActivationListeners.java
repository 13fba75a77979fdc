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

package org.holdfast.jetty;

/** Which values want to hear that their session moves. */
final class ActivationListeners {
  private static final String LISTENER = "jakarta.servlet.http.HttpSessionActivationListener";

  private static final ClassValue<Boolean> LISTENS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return listens(type);
        }
      };

  private ActivationListeners() {}

  /** By the name of the interface: the Servlet API is the application's, and out of sight here. */
  static boolean isOne(Object value) {
    return LISTENS.get(value.getClass());
  }

  private static boolean listens(Class<?> type) {
    if (type.getName().equals(LISTENER)) {
      return true;
    }
    for (Class<?> parent : type.getInterfaces()) {
      if (LISTENS.get(parent)) {
        return true;
      }
    }
    Class<?> parent = type.getSuperclass();
    return parent != null && LISTENS.get(parent);
  }
}
