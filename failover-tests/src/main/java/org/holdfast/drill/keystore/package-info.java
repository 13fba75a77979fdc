// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The verb {@code keystore}: makes the keys with which nodes prove that they are members. Start
 * reading at {@link org.holdfast.drill.keystore.KeystoreCommand}. Knows nothing of clusters that
 * drills start. Has no cryptography of its own: {@code keytool} makes keys.
 */
@NullMarked
package org.holdfast.drill.keystore;

import org.jspecify.annotations.NullMarked;
