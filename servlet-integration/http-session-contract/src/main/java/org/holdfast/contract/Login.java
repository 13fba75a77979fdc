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

package org.holdfast.contract;

/**
 * A login that the container does for the application. It knows one user, {@link #USER} with {@link
 * #PASSWORD}, in the role {@link #ROLE}.
 *
 * @param method {@code BASIC} or {@code FORM}; a form is at {@code /login}, also after a failure
 * @param urlPattern what only the role may see, such as {@code /private/*}
 */
public record Login(String method, String urlPattern) {
  public static final String USER = "alice";
  public static final String PASSWORD = "wonderland";
  public static final String ROLE = "customer";
  public static final String FORM_PAGE = "/login";
}
