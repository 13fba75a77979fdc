// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

/**
 * One line of a stack, the same in every format of dump.
 *
 * @param module without version, as in {@code java.base}; empty for the class path
 * @param method with its class; what lambdas and hidden classes have of one run is left out
 * @param location what the dump has in parentheses, less module and version, as in {@code
 *     Cart.java:12}
 */
public record Frame(String module, String method, String location) {
  private static final String[] JDK_PREFIXES = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

  /** Parses what follows {@code at} in any format; what cannot be parsed becomes the method. */
  static Frame parse(String text) {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    if (open <= 0 || close < open) {
      return new Frame("", text, "");
    }
    String method = text.substring(0, open);
    String location = text.substring(open + 1, close);
    String module = "";
    int inParentheses = location.indexOf('/');
    if (inParentheses > 0) {
      module = location.substring(0, inParentheses);
      location = location.substring(inParentheses + 1);
    }
    // A hidden class is named Outer/0x0123, with a slash of its own.
    int hidden = method.indexOf("/0x");
    int slash = method.lastIndexOf('/', hidden < 0 ? method.length() : hidden - 1);
    if (slash >= 0) {
      String before = method.substring(0, slash);
      method = method.substring(slash + 1);
      if (module.isEmpty()) {
        module = before.substring(before.lastIndexOf('/') + 1);
      }
    }
    int version = module.indexOf('@');
    return new Frame(
        version < 0 ? module : module.substring(0, version), withoutRun(method), location);
  }

  /** {@code Shop$$Lambda$14/0x0123.run} and {@code Shop$$Lambda/0x0456.run} are one place. */
  private static String withoutRun(String method) {
    int hidden = method.indexOf("/0x");
    if (hidden < 0) {
      return method;
    }
    int end = method.indexOf('.', hidden);
    String tail = end < 0 ? "" : method.substring(end);
    String head = method.substring(0, hidden);
    int lambda = head.indexOf("$$Lambda$");
    return (lambda < 0 ? head : head.substring(0, lambda + "$$Lambda".length())) + tail;
  }

  /**
   * Tells whether the class is of the JDK: by its module, or by its package where there is none.
   */
  public boolean isJdk() {
    if (!module.isEmpty()) {
      return module.startsWith("java.") || module.startsWith("jdk.");
    }
    for (String prefix : JDK_PREFIXES) {
      if (method.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Neither of the JDK nor an adapter made for a lambda. */
  boolean isApplication() {
    return !isJdk() && !method.contains("$$Lambda.");
  }

  boolean isNative() {
    return location.equals("Native Method");
  }

  @Override
  public String toString() {
    return location.isEmpty() ? method : method + "(" + location + ")";
  }
}
