// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter that brings Holdfast's sessions to any container of Servlet 6. It decides which
 * session a request has, which ids its cookie contains, and which listeners are called. Start
 * reading at {@link org.holdfast.filter.HoldfastFilter}. Depends on the Servlet API, on {@code
 * org.holdfast.servlet} and, of the replication core, on {@code session} and {@code config}; on no
 * container, which is asked by reflection where its API says too little. The classes whose names
 * begin with Undertow are the exception: Undertow alone loads them, for its form login, and no
 * other class here names them.
 */
@NullMarked
package org.holdfast.filter;

import org.jspecify.annotations.NullMarked;
