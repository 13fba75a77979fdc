// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes certificates for tests, of version 3, in milliseconds. (A process of keytool takes some
 * 0.5 s.)
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc5280#section-4.1">RFC 5280, 4.1</a>
 */
final class TestCertificate {
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int BOOLEAN = 0x01;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_ID = 0x06;
  private static final int UTF8_STRING = 0x0c;
  private static final int UTC_TIME = 0x17;
  private static final int DNS_NAME = 0x82;
  private static final int IP_ADDRESS = 0x87;

  /** For years before 2050. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final AtomicLong SERIAL = new AtomicLong(1L << 40);

  private TestCertificate() {}

  /**
   * The contents of a certificate.
   *
   * @param name its CN
   * @param dnsNames its DNS SANs
   * @param addresses its IP SANs, as hexadecimal digits of any number
   * @param authority whether it may issue others; if not, it says nothing about that
   * @param serversOnly whether its extended key usage is authentication of servers
   */
  record Content(
      String name,
      Instant from,
      Instant until,
      List<String> dnsNames,
      List<String> addresses,
      boolean authority,
      boolean serversOnly) {}

  /** Returns the certificate of {@code key} that {@code issuer} with that CN signs. */
  static X509Certificate of(Content content, PublicKey key, String issuerName, KeyPair issuer)
      throws GeneralSecurityException {
    byte[] algorithm = algorithm(issuer.getPrivate());
    byte[] signed =
        der(
            SEQUENCE,
            der(0xa0, der(INTEGER, new byte[] {2})),
            der(INTEGER, BigInteger.valueOf(SERIAL.incrementAndGet()).toByteArray()),
            algorithm,
            name(issuerName),
            der(SEQUENCE, time(content.from()), time(content.until())),
            name(content.name()),
            key.getEncoded(),
            extensions(content));
    Signature signature = Signature.getInstance(signatureName(issuer.getPrivate()));
    signature.initSign(issuer.getPrivate());
    signature.update(signed);
    byte[] whole = der(SEQUENCE, signed, algorithm, bits(signature.sign()));
    X509Certificate certificate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(whole));
    certificate.verify(issuer.getPublic());
    return certificate;
  }

  private static byte[] extensions(Content content) {
    byte[] all = new byte[0];
    if (content.authority()) {
      byte[] yes = der(BOOLEAN, new byte[] {-1});
      all = join(all, extension("551d13", true, der(SEQUENCE, yes)));
      // keyCertSign is the sixth bit.
      all = join(all, extension("551d0f", true, der(BIT_STRING, new byte[] {2, 4})));
    }
    byte[] names = new byte[0];
    for (String name : content.dnsNames()) {
      names = join(names, der(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII)));
    }
    for (String address : content.addresses()) {
      names = join(names, der(IP_ADDRESS, hex(address)));
    }
    if (names.length > 0) {
      all = join(all, extension("551d11", false, der(SEQUENCE, names)));
    }
    if (content.serversOnly()) {
      byte[] purpose = der(OBJECT_ID, hex("2b06010505070301"));
      all = join(all, extension("551d25", false, der(SEQUENCE, purpose)));
    }
    return all.length == 0 ? all : der(0xa3, der(SEQUENCE, all));
  }

  private static byte[] extension(String id, boolean critical, byte[] value) {
    byte[] flag = critical ? der(BOOLEAN, new byte[] {-1}) : new byte[0];
    return der(SEQUENCE, der(OBJECT_ID, hex(id)), flag, der(OCTET_STRING, value));
  }

  private static String signatureName(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> "Ed25519";
    };
  }

  private static byte[] algorithm(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> der(SEQUENCE, der(OBJECT_ID, hex("2a864886f70d01010b")), hex("0500"));
      case "EC" -> der(SEQUENCE, der(OBJECT_ID, hex("2a8648ce3d040302")));
      default -> der(SEQUENCE, der(OBJECT_ID, hex("2b6570")));
    };
  }

  private static byte[] name(String commonName) {
    byte[] text = der(UTF8_STRING, commonName.getBytes(StandardCharsets.UTF_8));
    return der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, hex("550403")), text)));
  }

  private static byte[] time(Instant time) {
    return der(UTC_TIME, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] bits(byte[] bytes) {
    return der(BIT_STRING, new byte[] {0}, bytes);
  }

  private static byte[] der(int tag, byte[]... parts) {
    byte[] content = join(parts);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(tag);
    if (content.length >= 256) {
      all.write(0x82);
      all.write(content.length >> 8);
    } else if (content.length >= 128) {
      all.write(0x81);
    }
    all.write(content.length);
    all.writeBytes(content);
    return all.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }
}
