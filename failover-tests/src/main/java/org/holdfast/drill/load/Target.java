// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.net.InetSocketAddress;

/**
 * A node as users know it.
 *
 * @param name sticky route, as in the suffix of a session cookie
 * @param address where it serves HTTP
 */
public record Target(String name, InetSocketAddress address) {}
