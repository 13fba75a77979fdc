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

package org.holdfast.drill.load;

/** One connection. At most one request is in flight on it at any time. */
public interface HttpChannel {

  /** Sends a GET: {@link #send(String, String, RequestBody)} without a body. */
  default void send(String target, String cookie) {
    send(target, cookie, RequestBody.NONE);
  }

  /**
   * Sends a request; {@link ChannelEvents#onAnswer} or {@link ChannelEvents#onClosed} follows. Call
   * only when connected.
   *
   * @param target path and query
   * @param cookie value of the Cookie header, empty for none
   * @param body what a POST carries; {@link RequestBody#NONE} for a GET
   */
  void send(String target, String cookie, RequestBody body);

  /** Drops the connection; no event of it is delivered afterwards. Idempotent. */
  void close();
}
