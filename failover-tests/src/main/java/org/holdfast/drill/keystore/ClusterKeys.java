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

package org.holdfast.drill.keystore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.holdfast.replication.config.TlsConfig;

/**
 * The key files of a cluster whose nodes share one key, and the three steps in which it changes to
 * another key: {@code docs/tls.md}. The file that nodes use is {@code cluster.p12}, its password is
 * in {@code cluster.p12.password}.
 */
public final class ClusterKeys {
  private static final String USED = "cluster.p12";
  private static final int DAYS = 30;

  /** A step from the old key to the new one. */
  public enum Change {
    /** Nodes show the old key and trust both. */
    TRUST_BOTH,
    /** Nodes show the new key and trust both. */
    SWITCH,
    /** Nodes show the new key and trust it alone. */
    DROP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Path directory;

  public ClusterKeys(Path directory) {
    this.directory = directory;
  }

  /** Makes both keys and a file for each step; nodes use the old key. Takes some seconds. */
  public void make() throws IOException, InterruptedException {
    PasswordFile password = PasswordFile.of(directory.resolve(USED + ".password"));
    password.createIfNew();
    KeyStoreContent old = newKey("old", password);
    KeyStoreContent changed = newKey("new", password);
    write(USED, old, password);
    write(Change.TRUST_BOTH + ".p12", old.trusting(changed.chain()), password);
    write(Change.SWITCH + ".p12", changed.trusting(old.chain()), password);
    write(Change.DROP + ".p12", changed, password);
  }

  private static KeyStoreContent newKey(String source, PasswordFile password)
      throws IOException, InterruptedException {
    byte[] made = Keytool.newKeyStore(TlsConfig.CLUSTER_NAME, DAYS, password.password());
    return KeyStoreContent.keyOf(made, password.password(), source);
  }

  private void write(String file, KeyStoreContent content, PasswordFile password)
      throws IOException {
    NewFile.createSecret(directory.resolve(file), content.toPkcs12(password));
  }

  /** Puts the file of {@code change} in the place of the one that nodes use, all at once. */
  public void change(Change change) throws IOException {
    Path next = directory.resolve(USED + ".next");
    Files.copy(directory.resolve(change + ".p12"), next, StandardCopyOption.COPY_ATTRIBUTES);
    Files.move(
        next,
        directory.resolve(USED),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }
}
