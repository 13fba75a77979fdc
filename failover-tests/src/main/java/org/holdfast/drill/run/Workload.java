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

package org.holdfast.drill.run;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What each request asks a demo application for. */
public enum Workload {
  /** Counts up one Integer attribute. */
  COUNTER,
  /** Changes a cart of about 4 KB. */
  CART,
  /** Changes one of 40 attributes that make 40 KB. */
  PROFILE,
  /** Changes a session of some 100 KB. */
  BIG_SESSION,
  /** Counts in the session and says hello. */
  HELLO_SESSIONS,
  /** Validates a session of many attributes; nobody logs in and out. */
  SESSION_VALIDATION,
  /** A bean and a page, no session: answers and errors are judged, no truth. */
  HELLO_BEAN_JSP("Hello, visitor \\d+"),
  /** Four lines and a global counter, no session. */
  HELLO_SERVLET("Hello, visitor \\d+"),
  /** A constant, no session. */
  PING("pong");

  private final @Nullable String expected;

  Workload() {
    this.expected = null;
  }

  Workload(String expected) {
    this.expected = expected;
  }

  /** Path of the demo application that does it. */
  public String path() {
    return "/" + this;
  }

  /** What a right answer has in it, where it is not the line with the counter. */
  public Optional<String> expected() {
    return Optional.ofNullable(expected);
  }

  /** Whether users may log in and out of it. */
  boolean takesLogins() {
    return expected == null && this != SESSION_VALIDATION;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
