// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The settings of Holdfast for its integrations: which names there are, from where they are taken
 * and how an unknown name or an invalid value is reported. Start reading at {@link
 * org.holdfast.servlet.settings.Setting}, the table, then at {@link
 * org.holdfast.servlet.settings.SettingsReader}. Depends on the replication core's {@code config}
 * alone, neither on a container nor on the Servlet API.
 */
@NullMarked
package org.holdfast.servlet.settings;

import org.jspecify.annotations.NullMarked;
