// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What all verbs of the command line do alike: refusing a line that cannot be understood, telling
 * the version. Start reading at {@link UsageErrors}; must not depend on any verb.
 */
@NullMarked
package org.holdfast.drill.cli;

import org.jspecify.annotations.NullMarked;
