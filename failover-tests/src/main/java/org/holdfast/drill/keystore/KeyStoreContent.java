// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One key with its certificates, and the certificates that are trusted besides. Immutable.
 *
 * @param chain certificates of the key, its own first
 */
record KeyStoreContent(Key key, List<Certificate> chain, Set<Certificate> trusted) {
  private static final String KEY_ALIAS = "holdfast";
  private static final String TRUSTED_ALIAS = "trusted-";
  private static final int PEM_LINE = 64;
  private static final String FEW = "100";
  private static final List<String> ITERATIONS =
      List.of(
          "keystore.pkcs12.keyPbeIterationCount",
          "keystore.pkcs12.certPbeIterationCount",
          "keystore.pkcs12.macIterationCount");

  KeyStoreContent {
    chain = List.copyOf(chain);
    trusted = Collections.unmodifiableSet(new LinkedHashSet<>(trusted));
  }

  /**
   * Returns the only key of a PKCS12 file, with no trusted certificate.
   *
   * @param source names the file, for messages
   * @throws IOException if it is no such file, has another password, or not one key
   */
  static KeyStoreContent keyOf(byte[] file, String password, String source) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      load(store, file, password, source);
      List<String> keys = new ArrayList<>();
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)) {
          keys.add(alias);
        }
      }
      if (keys.size() != 1) {
        throw new IOException(source + " must have one key, had " + keys.size());
      }
      Key key = store.getKey(keys.get(0), password.toCharArray());
      return new KeyStoreContent(key, List.of(store.getCertificateChain(keys.get(0))), Set.of());
    } catch (GeneralSecurityException e) {
      throw new IOException(source + " has a key that cannot be read: " + e.getMessage(), e);
    }
  }

  private static void load(KeyStore store, byte[] file, String password, String source)
      throws IOException, GeneralSecurityException {
    try {
      store.load(new ByteArrayInputStream(file), password.toCharArray());
    } catch (IOException e) {
      throw new IOException(
          source + " is no PKCS12 file with the password of --password-file: " + e.getMessage(), e);
    }
  }

  /** Returns this, with {@code certificates} trusted besides those of the key. */
  KeyStoreContent trusting(List<Certificate> certificates) {
    Set<Certificate> all = new LinkedHashSet<>(trusted);
    all.addAll(certificates);
    chain.forEach(all::remove);
    return new KeyStoreContent(key, chain, all);
  }

  /**
   * Returns the certificates in a file, PEM or DER.
   *
   * @throws IOException if it cannot be read, or has none
   */
  static List<Certificate> certificatesIn(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      List<Certificate> found =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (found.isEmpty()) {
        throw new IOException(file + " has no certificate");
      }
      return found;
    } catch (CertificateException e) {
      throw new IOException(file + " has no certificate in PEM or DER: " + e.getMessage(), e);
    }
  }

  X509Certificate certificate() {
    return (X509Certificate) chain.get(0);
  }

  /**
   * Returns the content of a PKCS12 file.
   *
   * @param file with a password. If we have drawn that, it is one of 256 bits that nobody guesses:
   *     then it needs no iterations, which cost a node 0.3 s of each start
   */
  byte[] toPkcs12(PasswordFile file) throws IOException {
    return file.isNew()
        ? withFewIterations(() -> toPkcs12(file.password()))
        : toPkcs12(file.password());
  }

  private interface Making {
    byte[] make() throws IOException;
  }

  /** The JDK takes the numbers from properties of the process only. */
  private static byte[] withFewIterations(Making making) throws IOException {
    ITERATIONS.forEach(name -> System.setProperty(name, FEW));
    try {
      return making.make();
    } finally {
      ITERATIONS.forEach(System::clearProperty);
    }
  }

  private byte[] toPkcs12(String password) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(KEY_ALIAS, key, password.toCharArray(), chain.toArray(Certificate[]::new));
      int number = 1;
      for (Certificate each : trusted) {
        store.setCertificateEntry(TRUSTED_ALIAS + number++, each);
      }
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      store.store(file, password.toCharArray());
      return file.toByteArray();
    } catch (GeneralSecurityException e) {
      throw new IOException("the key store cannot be made: " + e.getMessage(), e);
    }
  }

  /** Returns the certificate of the key, in PEM. */
  String toPem() throws IOException {
    try {
      byte[] lineBreak = "\n".getBytes(StandardCharsets.US_ASCII);
      String text =
          Base64.getMimeEncoder(PEM_LINE, lineBreak).encodeToString(certificate().getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateException e) {
      throw new IOException("the certificate cannot be written: " + e.getMessage(), e);
    }
  }
}
