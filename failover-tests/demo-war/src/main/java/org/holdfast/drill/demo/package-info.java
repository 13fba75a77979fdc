// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The web application under drill: servlets whose answers let a client check its session request by
 * request, and the workloads of measurements. Start reading at {@link StandardWorkload}. Uses the
 * Servlet API and nothing else: it must run in any container, unaware of who replicates its
 * sessions.
 */
@NullMarked
package org.holdfast.drill.demo;

import org.jspecify.annotations.NullMarked;
