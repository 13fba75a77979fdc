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

package org.holdfast.drill.container;

import java.io.IOException;

/** The Docker engine refused a request, or could not be asked; the message says which and why. */
final class DockerException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int NO_STATUS = 0;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final int status;

  /**
   * @param status of the answer, in HTTP
   */
  DockerException(int status, String request, String reason) {
    super("the Docker engine refused " + request + " (" + status + "): " + reason);
    this.status = status;
  }

  DockerException(String message) {
    super(message);
    this.status = NO_STATUS;
  }

  DockerException(String message, IOException cause) {
    super(message, cause);
    this.status = NO_STATUS;
  }

  /** What was asked for does not exist, or no more. */
  boolean isMissing() {
    return status == NOT_FOUND;
  }

  /** It is in another state than the request needs: not running, for instance. */
  boolean isConflict() {
    return status == CONFLICT;
  }
}
