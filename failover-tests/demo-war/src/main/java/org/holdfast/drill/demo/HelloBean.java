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

package org.holdfast.drill.demo;

/** The model that {@link HelloBeanServlet} hands to its page: public, as pages read it by name. */
public final class HelloBean {
  private final long visitor;

  HelloBean(long visitor) {
    this.visitor = visitor;
  }

  /** How many requests this server has counted so far, this one included. */
  public long getVisitor() {
    return visitor;
  }
}
