// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.holdfast.replication.config.TlsConfig;

/**
 * The key files of a cluster whose nodes have the same key, and the three steps in which it changes
 * to another key: {@code docs/tls.md}. Each node has a directory of its own. The file that it uses
 * is {@code cluster.p12}, its password is in {@code cluster.p12.password}.
 */
public final class ClusterKeys {
  private static final String USED = "cluster.p12";
  private static final String PASSWORD = USED + ".password";

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

  /**
   * @param directory of the files that are given to nodes
   */
  public ClusterKeys(Path directory) {
    this.directory = directory;
  }

  /** Makes both keys and a file for each step. Takes some seconds. */
  public void make() throws IOException, InterruptedException {
    PasswordFile password = PasswordFile.of(directory.resolve(PASSWORD));
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

  /** Gives a node its first files, those of the old key, in a new directory. */
  public void give(Path node) throws IOException {
    Files.createDirectory(node);
    for (String file : List.of(USED, PASSWORD)) {
      Files.copy(directory.resolve(file), node.resolve(file), COPY_ATTRIBUTES);
    }
  }

  /**
   * Puts the file of {@code change} in the place of the one that a node uses, in one step.
   *
   * @param node its directory
   */
  public void change(Change change, Path node) throws IOException {
    Path next = node.resolve(USED + ".next");
    Files.copy(directory.resolve(change + ".p12"), next, COPY_ATTRIBUTES);
    Files.move(next, node.resolve(USED), ATOMIC_MOVE, REPLACE_EXISTING);
  }
}
