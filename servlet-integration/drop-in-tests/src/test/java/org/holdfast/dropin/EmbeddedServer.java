// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.net.URI;
import java.nio.file.Path;

/** A server in this JVM on a free port of 127.0.0.1, into which folders are deployed. */
interface EmbeddedServer extends AutoCloseable {
  /** Starts the application. */
  Deployed deploy(String path, Path folder) throws Exception;

  URI uri(String path);

  /** An application that was started. */
  interface Deployed {
    /** While it runs. */
    ClassLoader loader();

    /** Stops it, and has the server forget it. */
    void undeploy() throws Exception;
  }
}
