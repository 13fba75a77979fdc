// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package shop.parts;

import java.io.Serializable;

/** A class that a web application has in {@code WEB-INF/lib}. */
public record Item(String name, int pieces) implements Serializable {}
