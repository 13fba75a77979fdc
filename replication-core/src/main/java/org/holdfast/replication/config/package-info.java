// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The settings of an operator: records with validated values and sane defaults. Start reading at
 * {@link org.holdfast.replication.config.NodeConfig}. Depends on nothing else here.
 */
@NullMarked
package org.holdfast.replication.config;

import org.jspecify.annotations.NullMarked;
