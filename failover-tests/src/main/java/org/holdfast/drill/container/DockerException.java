// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
