// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Counts the requests that reach a web application, for drivers to compare with their own count.
 */
final class RequestCount extends ValveBase {
  private final LongAdder requests = new LongAdder();

  RequestCount() {
    super(true);
  }

  void add() {
    requests.increment();
  }

  long sum() {
    return requests.sum();
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    add();
    getNext().invoke(request, response);
  }
}
