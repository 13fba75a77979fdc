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

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;

/**
 * One attribute with a count and 4 KB of cargo, which each request changes and sets again: the
 * shape of ClusterBench's default session.
 */
final class SerialWorkload implements Workload {
  static final String ATTRIBUTE = "serial";

  @Override
  public int step(HttpSession session) throws TornSessionException {
    Serial serial = session.getAttribute(ATTRIBUTE) instanceof Serial found ? found : new Serial();
    int count = serial.addOne();
    session.setAttribute(ATTRIBUTE, serial);
    return count;
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(ATTRIBUTE) instanceof Serial serial ? serial.count() : 0;
  }
}
