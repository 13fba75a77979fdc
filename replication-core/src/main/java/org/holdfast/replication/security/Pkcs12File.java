// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The content of a PKCS12 file. */
final class Pkcs12File implements KeyFile.Content {
  private static final String MISSING_ALGORITHM = NoSuchAlgorithmException.class.getName() + ": ";

  private final KeyFile file;
  private final KeyStore store;

  private Pkcs12File(KeyFile file, KeyStore store) {
    this.file = file;
    this.store = store;
  }

  static Pkcs12File parse(KeyFile file, byte[] bytes) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(bytes), file.passwordCharacters());
      return new Pkcs12File(file, store);
    } catch (IOException e) {
      refuseMissingAlgorithm(file, e);
      if (e.getCause() instanceof UnrecoverableKeyException) {
        throw file.refused(
            file.password().isSet()
                ? "has another password than " + file.passwordSetting() + " says"
                : "has a password. Set " + file.passwordSetting(),
            e);
      }
      throw file.refused(
          "cannot be read as PKCS12: it is damaged, or has another form ("
              + e.getMessage()
              + "). If it is a bare certificate: openssl x509 -inform DER -in "
              + file.name()
              + " -out certificate.pem",
          e);
    } catch (GeneralSecurityException e) {
      throw file.refused("cannot be read as PKCS12: " + e.getMessage(), e);
    }
  }

  /**
   * Throws if {@code failure} says that this Java lacks an algorithm. The JDK reports that as a
   * wrong password: with the reason as a cause, or in the text alone.
   */
  private static void refuseMissingAlgorithm(KeyFile file, Exception failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      int start = each.toString().indexOf(MISSING_ALGORITHM);
      if (start >= 0) {
        throw file.refused(
            "needs an algorithm that this Java ("
                + System.getProperty("java.version")
                + ") does not have: "
                + each.toString().substring(start + MISSING_ALGORITHM.length())
                + ". Make the file with another one, or use another Java",
            failure);
      }
    }
  }

  @Override
  public List<X509Certificate> certificates() {
    try {
      List<X509Certificate> all = new ArrayList<>();
      for (String alias : Collections.list(store.aliases())) {
        Certificate[] chain = store.getCertificateChain(alias);
        if (chain != null) {
          all.addAll(x509(chain));
        } else if (store.getCertificate(alias) instanceof X509Certificate trusted) {
          all.add(trusted);
        }
      }
      return all;
    } catch (GeneralSecurityException e) {
      throw file.refused("has certificates that cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public OwnKey ownKey() {
    List<String> aliases = new ArrayList<>();
    List<PrivateKey> keys = new ArrayList<>();
    try {
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias) && privateKey(alias) instanceof PrivateKey key) {
          aliases.add(alias);
          keys.add(key);
        }
      }
      if (keys.isEmpty()) {
        throw file.refused(
            "has no private key: it needs the one of this node, with its certificate", null);
      }
      if (keys.size() > 1) {
        throw file.refused(
            "has "
                + keys.size()
                + " private keys ("
                + PeerCertificate.printable(String.join(", ", aliases))
                + "). Choose one: remove the others with keytool -delete -alias",
            null);
      }
      Certificate[] chain = store.getCertificateChain(aliases.get(0));
      return OwnKey.of(file, keys.get(0), chain == null ? List.of() : x509(chain));
    } catch (GeneralSecurityException e) {
      throw file.refused("has keys that cannot be read: " + e.getMessage(), e);
    }
  }

  private Key privateKey(String alias) throws GeneralSecurityException {
    try {
      return store.getKey(alias, file.passwordCharacters());
    } catch (UnrecoverableKeyException e) {
      refuseMissingAlgorithm(file, e);
      throw file.refused(
          "has a private key with another password than the file ("
              + file.passwordSetting()
              + "). Use one password for both",
          e);
    }
  }

  private static List<X509Certificate> x509(Certificate[] chain) {
    List<X509Certificate> all = new ArrayList<>();
    for (Certificate certificate : chain) {
      if (certificate instanceof X509Certificate x509) {
        all.add(x509);
      }
    }
    return all;
  }
}
