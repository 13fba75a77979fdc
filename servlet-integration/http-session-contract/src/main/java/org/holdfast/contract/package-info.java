// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The contract on sessions for applications, as tests that every integration runs over HTTP against
 * two nodes of its container. Start reading at {@link org.holdfast.contract.HttpSessionContract};
 * an integration implements {@link org.holdfast.contract.ContainerUnderTest}. Knows no container
 * and nothing of replication.
 */
@NullMarked
package org.holdfast.contract;

import org.jspecify.annotations.NullMarked;
