// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The drop-in jars as operators use them: on stock servers, started and stopped by the servers' own
 * scripts, and in web applications that are deployed again and again. Only the tests of this
 * package use it. Start reading at {@code StockTomcatIT}.
 */
package org.holdfast.dropin;
