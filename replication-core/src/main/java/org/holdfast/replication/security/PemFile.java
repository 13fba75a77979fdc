// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The content of a PEM file: blocks of base64 text between lines that name their kind. Text between
 * the blocks, and blocks of other kinds, are skipped.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7468">RFC 7468</a>
 */
final class PemFile implements KeyFile.Content {
  private static final String BEGIN = "-----BEGIN ";
  private static final String DASHES = "-----";
  private static final Pattern SPACES = Pattern.compile("\\s+");

  private static final String PKCS8 = "PRIVATE KEY";
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

  /** The algorithms of keys with which TLS 1.3 signs, by their names in the JDK. */
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

  private record Block(String kind, String base64) {
    boolean isPrivateKey() {
      return kind.endsWith("PRIVATE KEY");
    }

    boolean isCertificate() {
      return kind.equals("CERTIFICATE") || kind.equals("X509 CERTIFICATE");
    }
  }

  private final KeyFile file;
  private final List<Block> keys;
  private final List<X509Certificate> certificates;

  private PemFile(KeyFile file, List<Block> keys, List<X509Certificate> certificates) {
    this.file = file;
    this.keys = keys;
    this.certificates = certificates;
  }

  static boolean isPem(byte[] bytes) {
    return text(bytes).contains(BEGIN);
  }

  static PemFile parse(KeyFile file, byte[] bytes) {
    List<Block> blocks = blocks(file, text(bytes));
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks) {
      if (block.isCertificate()) {
        certificates.add(certificate(file, block));
      }
    }
    return new PemFile(file, blocks.stream().filter(Block::isPrivateKey).toList(), certificates);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static List<Block> blocks(KeyFile file, String text) {
    List<Block> blocks = new ArrayList<>();
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int kindEnd = text.indexOf(DASHES, begin + BEGIN.length());
      String kind = kindEnd < 0 ? "" : text.substring(begin + BEGIN.length(), kindEnd);
      String endLine = DASHES + "END " + kind + DASHES;
      int end = kindEnd < 0 ? -1 : text.indexOf(endLine, kindEnd);
      if (end < 0) {
        throw file.refused(
            "is cut off: a block begins with "
                + PeerCertificate.printable(BEGIN + kind + DASHES)
                + " and does not end",
            null);
      }
      blocks.add(new Block(kind, text.substring(kindEnd + DASHES.length(), end)));
      begin = text.indexOf(BEGIN, end + endLine.length());
    }
    return blocks;
  }

  private static X509Certificate certificate(KeyFile file, Block block) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes(file, block)));
    } catch (CertificateException e) {
      throw file.refused("has a certificate that cannot be read: " + e.getMessage(), e);
    }
  }

  private static byte[] bytes(KeyFile file, Block block) {
    try {
      return Base64.getDecoder().decode(SPACES.matcher(block.base64).replaceAll(""));
    } catch (IllegalArgumentException e) {
      throw file.refused("is damaged: a block " + block.kind + " is no base64 text", e);
    }
  }

  @Override
  public List<X509Certificate> certificates() {
    return certificates;
  }

  @Override
  public OwnKey ownKey() {
    if (keys.isEmpty()) {
      throw file.refused(
          "has no private key: it needs the one of this node, with its certificate", null);
    }
    if (keys.size() > 1) {
      throw file.refused(
          "has " + keys.size() + " private keys. Choose one, and remove the others", null);
    }
    Block block = keys.get(0);
    return switch (block.kind) {
      case PKCS8 -> OwnKey.of(file, decoded(bytes(file, block)), certificates);
      case ENCRYPTED -> OwnKey.of(file, decrypted(bytes(file, block)), certificates);
      default ->
          throw file.refused(
              "has a private key of the form \""
                  + PeerCertificate.printable(block.kind)
                  + "\", which Java does not read. Convert it to PKCS#8: openssl pkcs8 -topk8"
                  + " -nocrypt -in "
                  + file.name()
                  + " -out key.pem, and add the certificates to key.pem",
              null);
    };
  }

  private PrivateKey decrypted(byte[] der) {
    if (!file.password().isSet()) {
      throw file.refused("has an encrypted private key. Set " + file.passwordSetting(), null);
    }
    EncryptedPrivateKeyInfo info;
    Cipher cipher;
    try {
      info = new EncryptedPrivateKeyInfo(der);
      String algorithm = algorithm(info);
      SecretKey key =
          SecretKeyFactory.getInstance(algorithm)
              .generateSecret(new PBEKeySpec(file.passwordCharacters()));
      cipher = Cipher.getInstance(algorithm);
      cipher.init(Cipher.DECRYPT_MODE, key, info.getAlgParameters());
    } catch (IOException | GeneralSecurityException e) {
      throw file.refused(
          "has a private key that is encrypted in a way that Java does not read ("
              + e.getMessage()
              + "). Convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in "
              + file.name()
              + " -out key.pem, and add the certificates to key.pem",
          e);
    }
    try {
      return decoded(info.getKeySpec(cipher).getEncoded());
    } catch (InvalidKeySpecException e) {
      throw file.refused(
          "has a private key with another password than " + file.passwordSetting() + " says", e);
    }
  }

  /**
   * Returns the name under which the JDK knows the encryption: of PBES2 only its parameters say.
   */
  private static String algorithm(EncryptedPrivateKeyInfo info) {
    @Nullable AlgorithmParameters parameters = info.getAlgParameters();
    return parameters != null && parameters.getAlgorithm().equals("PBES2")
        ? parameters.toString()
        : info.getAlgName();
  }

  private PrivateKey decoded(byte[] der) {
    PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(der);
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // A key of another algorithm.
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("this Java knows no keys of " + algorithm, e);
      }
    }
    throw file.refused(
        "has a private key that cannot be read: it is damaged, or neither RSA nor EC nor Ed25519",
        null);
  }
}
