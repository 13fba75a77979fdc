// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate of a member, or of a stranger: the members for which it may speak, and its text for
 * the log. The text is bounded, and contains no control characters.
 */
record PeerCertificate(X509Certificate certificate) {
  private static final int MOST_NAMES_SHOWN = 5;
  private static final int MOST_CHARACTERS_SHOWN = 64;

  /** The bytes that tell certificates apart, in the form of keytool and openssl. */
  private static final int FINGERPRINT_BYTES = 8;

  /** The kind of an alternative name, as {@link X509Certificate} numbers them. */
  private static final Integer DNS = 2;

  /**
   * The members for which a certificate may speak.
   *
   * @param all whether one of its names matches {@code peerNames}, so that it may speak for any
   */
  record Names(Set<String> own, boolean all) {
    boolean include(String memberName) {
      return all || own.contains(memberName);
    }
  }

  Names names(Pattern peerNames) {
    Set<String> own = names();
    return new Names(own, own.stream().anyMatch(name -> peerNames.matcher(name).matches()));
  }

  /** Returns the common name and the DNS names; none if they cannot be read. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    try {
      addCommonName(names);
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> alternative : alternatives) {
          if (DNS.equals(alternative.get(0)) && alternative.get(1) instanceof String name) {
            names.add(name);
          }
        }
      }
      return names;
    } catch (InvalidNameException | CertificateParsingException | RuntimeException e) {
      // The JDK reads a name as it is asked for, and throws a RuntimeException at some of them.
      return Set.of();
    }
  }

  /** Adds the most specific common name: an authority answers for that one at least. */
  private void addCommonName(Set<String> names) throws InvalidNameException {
    String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
    List<Rdn> parts = new LdapName(subject).getRdns();
    for (int i = parts.size() - 1; i >= 0; i--) {
      if (parts.get(i).getType().equalsIgnoreCase("CN")) {
        if (parts.get(i).getValue() instanceof String name) {
          names.add(name);
        }
        return;
      }
    }
  }

  /** Returns whether this certificate says that its key may issue others. */
  boolean isAuthority() {
    return certificate.getBasicConstraints() >= 0;
  }

  Instant expires() {
    return certificate.getNotAfter().toInstant();
  }

  /** Returns the names in quotation marks, for messages. */
  String namesText() {
    List<String> shown = new ArrayList<>();
    Set<String> names = names();
    for (String name : names) {
      if (shown.size() == MOST_NAMES_SHOWN) {
        shown.add("and " + (names.size() - MOST_NAMES_SHOWN) + " more");
        break;
      }
      shown.add('"' + printable(name) + '"');
    }
    return shown.isEmpty() ? "no name" : String.join(", ", shown);
  }

  /** Returns the first bytes of the SHA-256 of the certificate, like {@code 0F:A1:…}. */
  private String fingerprint() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.ofDelimiter(":").withUpperCase().formatHex(hash, 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("cannot hash a certificate that was decoded", e);
    }
  }

  static String printable(String text) {
    StringBuilder printable = new StringBuilder();
    for (int i = 0; i < text.length() && i < MOST_CHARACTERS_SHOWN; i++) {
      char c = text.charAt(i);
      printable.append(c >= ' ' && c < 0x7f && c != '"' ? c : '?');
    }
    return text.length() > MOST_CHARACTERS_SHOWN ? printable + "…" : printable.toString();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "certificate of %s (expires %s, SHA-256 %s…)",
        namesText(),
        expires(),
        fingerprint());
  }
}
