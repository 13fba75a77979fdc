// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import org.holdfast.replication.serialization.schema.ClassAliases;

/** What the nodes of one version of an application have and are told. Immutable. */
record ApplicationVersion(ApplicationClasses classes, ClassAliases aliases, NameFilter filter) {}
