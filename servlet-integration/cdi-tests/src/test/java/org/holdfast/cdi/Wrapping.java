// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import jakarta.enterprise.context.Dependent;
import java.io.Serializable;

/** A dependent bean, which belongs to the cart that it was injected into. */
@Dependent
public class Wrapping implements Serializable {
  private static final long serialVersionUID = 1L;

  private int sheets;

  public String next() {
    sheets++;
    return "sheet " + sheets;
  }
}
