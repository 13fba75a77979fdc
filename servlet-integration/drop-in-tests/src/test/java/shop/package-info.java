// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A web application as others write them, which the tests pack up and deploy. Must not depend on
 * Holdfast. Start reading at {@link shop.ShopServlet}.
 */
package shop;
