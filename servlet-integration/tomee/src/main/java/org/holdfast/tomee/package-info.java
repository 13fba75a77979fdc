// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Replicates the stateful session beans of Apache TomEE (OpenEJB): each is an entry of a store, is
 * written when a call of it ends, and is found by any node that is called next. Start reading at
 * {@link org.holdfast.tomee.ReplicatedBeanCache}. Depends on OpenEJB's container interfaces, the
 * store and the settings; knows no servlet container.
 */
@NullMarked
package org.holdfast.tomee;

import org.jspecify.annotations.NullMarked;
