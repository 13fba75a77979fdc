// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

/**
 * A login that the container does for the application. It knows one user, {@link #USER} with {@link
 * #PASSWORD}, in the role {@link #ROLE}.
 *
 * @param method {@code BASIC} or {@code FORM}; a form is at {@code /login}, also after a failure
 * @param urlPattern the pages that only the role may see, such as {@code /private/*}
 */
public record Login(String method, String urlPattern) {
  public static final String USER = "alice";
  public static final String PASSWORD = "wonderland";
  public static final String ROLE = "customer";
  public static final String FORM_PAGE = "/login";
}
