/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
