// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Holdfast's sessions in any container of Servlet 6, as a filter: it decides which session a
 * request has, what stands in its cookie, and who is told what of it. Start reading at {@link
 * org.holdfast.filter.HoldfastFilter}. Depends on the Servlet API, on {@code org.holdfast.servlet}
 * and, of the replication core, on {@code session} and {@code config}; on no container, which is
 * asked by reflection where its API says too little. The classes whose names begin with Undertow
 * are the exception: Undertow alone loads them, for its form login, and no other class here names
 * them.
 */

/**
 * Holdfast's sessions in any container of Servlet 6, as a filter: it decides which session a
 * request has, what stands in its cookie, and who is told what of it. Start reading at {@link
 * org.holdfast.filter.HoldfastFilter}. Depends on the Servlet API, on {@code org.holdfast.servlet}
 * and, of the replication core, on {@code session} and {@code config}; on no container, which is
 * asked by reflection where its API says too little.
 */
@NullMarked
package org.holdfast.filter;

import org.jspecify.annotations.NullMarked;
