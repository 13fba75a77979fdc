// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;

/**
 * Makes keys and certificates for tests. Every further call in the JVM with the same file name,
 * name and options writes the same key into another folder. Thread-safe.
 */
public final class TestKeys {
  /** Password of all stores and of the keys in them. */
  public static final String PASSWORD = "password-of-tests";

  /** An option: the certificate names a network whose mask has a hole, which no tool writes. */
  public static final String MASK_WITH_A_HOLE =
      "san=ip:" + "00".repeat(16) + "ff00ff" + "00".repeat(13);

  private static final String KEY = "key";

  private static final Map<List<String>, byte[]> MADE = new ConcurrentHashMap<>();

  private TestKeys() {}

  /** Returns {@code dir/NAME.p12}: a new EC key and its self-signed certificate with CN=name. */
  public static Path self(Path dir, String name, String... options) {
    return selfIn(dir, name + ".p12", name, options);
  }

  /**
   * The same in a file of another name: two file names are two keys.
   *
   * @param options pairs like those of keytool: {@code "-keyalg", "RSA"}, {@code "-validity", "10"}
   *     (days), {@code "-startdate", "-20d"}, {@code "-ext", "san=dns:other,dns:third"}; unlike
   *     keytool, {@code "san=ip:"} takes hexadecimal digits, of any number
   */
  public static Path selfIn(Path dir, String file, String name, String... options) {
    return write(
        dir,
        file,
        made(
            List.of(options),
            () -> {
              KeyPair pair = pair(options);
              return store(
                  pair.getPrivate(),
                  TestCertificate.of(content(name, options), pair.getPublic(), name, pair));
            },
            "self",
            file,
            name));
  }

  /** Returns a PKCS12 file with an authority: a key whose certificate may issue others. */
  public static Path authority(Path dir, String name, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("-ext", "bc=ca:true"));
    return selfIn(dir, name + ".p12", name, all.toArray(String[]::new));
  }

  /**
   * Returns a PKCS12 file with a new key, its certificate with CN=name, and that of {@code issuer},
   * which issued it.
   */
  public static Path issued(Path dir, Path issuer, String name, String... options) {
    return issuedIn(dir, name + ".p12", issuer, name, options);
  }

  /** The same in a file of another name. */
  public static Path issuedIn(Path dir, String file, Path issuer, String name, String... options) {
    return write(
        dir,
        file,
        made(
            List.of(options),
            () -> {
              KeyPair pair = pair(options);
              X509Certificate authority = (X509Certificate) chain(issuer)[0];
              return store(
                  pair.getPrivate(),
                  TestCertificate.of(
                      content(name, options), pair.getPublic(), name(issuer), pairOf(issuer)),
                  authority);
            },
            "issued",
            file,
            name,
            issuer.getFileName().toString()));
  }

  /** Returns a PKCS12 file with the key of {@code store} and another certificate that it signed. */
  public static Path reissued(Path dir, String file, Path store, String... options) {
    return attempt(
        () -> {
          KeyPair pair = pairOf(store);
          String name = name(store);
          return write(
              dir,
              file,
              store(
                  pair.getPrivate(),
                  TestCertificate.of(content(name, options), pair.getPublic(), name, pair)));
        });
  }

  /** Returns a PKCS12 file with the first certificate of each of {@code stores}, and no key. */
  public static Path trusting(Path dir, String file, Path... stores) {
    return attempt(
        () -> {
          KeyStore trusted = empty();
          for (int i = 0; i < stores.length; i++) {
            trusted.setCertificateEntry("trusted-" + i, chain(stores[i])[0]);
          }
          return write(dir, file, bytes(trusted));
        });
  }

  /** Returns a PEM file with the key and the certificates of a PKCS12 file. */
  public static Path pem(Path dir, String file, Path store) {
    return attempt(
        () -> text(dir, file, block("PRIVATE KEY", key(store).getEncoded()), certificates(store)));
  }

  /** The same; its key is encrypted with {@link #PASSWORD}. */
  public static Path encryptedPem(Path dir, String file, Path store) {
    return attempt(
        () -> {
          String algorithm = "PBEWithHmacSHA256AndAES_256";
          Cipher cipher = Cipher.getInstance(algorithm);
          cipher.init(
              Cipher.ENCRYPT_MODE,
              SecretKeyFactory.getInstance(algorithm)
                  .generateSecret(new PBEKeySpec(PASSWORD.toCharArray())));
          AlgorithmParameters parameters = AlgorithmParameters.getInstance("PBES2");
          parameters.init(cipher.getParameters().getEncoded());
          byte[] encrypted =
              new EncryptedPrivateKeyInfo(parameters, cipher.doFinal(key(store).getEncoded()))
                  .getEncoded();
          return text(dir, file, block("ENCRYPTED PRIVATE KEY", encrypted), certificates(store));
        });
  }

  /** Returns the PEM text of the certificates of the key in {@code store}. */
  public static String certificates(Path store) {
    return attempt(
        () -> {
          StringBuilder text = new StringBuilder();
          for (Certificate certificate : chain(store)) {
            text.append(block("CERTIFICATE", certificate.getEncoded()));
          }
          return text.toString();
        });
  }

  /** Returns the settings of a node with this key, which trusts the certificates beside it. */
  public static TlsConfig tls(Path keyStore) {
    return new TlsConfig(
        keyStore.toString(), new Secret(PASSWORD), "", Secret.NONE, TlsConfig.CLUSTER_NAME);
  }

  /** Returns the settings of a node with this key, which trusts these certificates. */
  public static TlsConfig tls(Path keyStore, Path trustStore) {
    return new TlsConfig(
        keyStore.toString(),
        new Secret(PASSWORD),
        trustStore.toString(),
        new Secret(PASSWORD),
        TlsConfig.CLUSTER_NAME);
  }

  /**
   * Returns the security of a node that asks {@code nanoClock} before it makes an engine: a test
   * can have it wait or fail there.
   */
  public static PeerSecurity security(TlsConfig tls, String name, LongSupplier nanoClock) {
    return new PeerSecurity(Security.TLS, tls, name, nanoClock, line -> {}, line -> {});
  }

  /** Returns the private key in a PKCS12 file of ours. */
  static Key key(Path store) throws GeneralSecurityException {
    KeyStore all = read(store);
    return all.getKey(only(all), PASSWORD.toCharArray());
  }

  /** Returns the certificates of the key in a PKCS12 file of ours, its own first. */
  static Certificate[] chain(Path store) throws GeneralSecurityException {
    KeyStore all = read(store);
    return all.getCertificateChain(only(all));
  }

  static String block(String type, byte[] der) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }

  static KeyStore empty() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return store;
  }

  static byte[] bytes(KeyStore store) throws GeneralSecurityException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      store.store(bytes, PASSWORD.toCharArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Path write(Path dir, String file, byte[] bytes) {
    try {
      return Files.write(dir.resolve(file), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path text(Path dir, String file, String... parts) {
    return write(dir, file, String.join("", parts).getBytes(StandardCharsets.US_ASCII));
  }

  private static KeyStore read(Path store) throws GeneralSecurityException {
    KeyStore all = KeyStore.getInstance("PKCS12");
    try {
      all.load(new ByteArrayInputStream(Files.readAllBytes(store)), PASSWORD.toCharArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static String only(KeyStore store) throws GeneralSecurityException {
    return store.aliases().nextElement();
  }

  private static KeyPair pair(String... options) throws GeneralSecurityException {
    String algorithm = option("-keyalg", "EC", options);
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (!algorithm.equals("Ed25519")) {
      generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
    }
    return generator.generateKeyPair();
  }

  private static KeyPair pairOf(Path store) throws GeneralSecurityException {
    return new KeyPair(chain(store)[0].getPublicKey(), (PrivateKey) key(store));
  }

  /** Returns the CN of the certificate in a file of ours: all that its subject has. */
  private static String name(Path store) throws GeneralSecurityException {
    X509Certificate own = (X509Certificate) chain(store)[0];
    return own.getSubjectX500Principal().getName().substring("CN=".length());
  }

  private static TestCertificate.Content content(String name, String... options) {
    String start = option("-startdate", "-1d", options);
    Instant from =
        Instant.now().plus(Duration.ofDays(Long.parseLong(start.substring(0, start.length() - 1))));
    Duration valid = Duration.ofDays(Long.parseLong(option("-validity", "3650", options)));
    List<String> names = new ArrayList<>();
    List<String> addresses = new ArrayList<>();
    boolean authority = false;
    boolean serversOnly = false;
    for (int i = 0; i < options.length; i += 2) {
      String value = options[i + 1];
      if (!options[i].equals("-ext")) {
        continue;
      }
      if (value.startsWith("san=dns:")) {
        names.addAll(List.of(value.substring("san=dns:".length()).split(",dns:", -1)));
      } else if (value.startsWith("san=ip:")) {
        addresses.add(value.substring("san=ip:".length()));
      } else if (value.equals("bc=ca:true")) {
        authority = true;
      } else if (value.equals("eku=serverAuth")) {
        serversOnly = true;
      } else {
        throw new IllegalArgumentException("no extension of tests: " + value);
      }
    }
    return new TestCertificate.Content(
        name, from, from.plus(valid), names, addresses, authority, serversOnly);
  }

  private static String option(String name, String otherwise, String... options) {
    int at = Arrays.asList(options).indexOf(name);
    return at < 0 ? otherwise : options[at + 1];
  }

  private static byte[] store(PrivateKey key, Certificate... chain)
      throws GeneralSecurityException {
    KeyStore own = empty();
    own.setKeyEntry(KEY, key, PASSWORD.toCharArray(), chain);
    return bytes(own);
  }

  private static byte[] made(List<String> options, Attempt<byte[]> maker, String... names) {
    List<String> key = new ArrayList<>(List.of(names));
    key.addAll(options);
    return MADE.computeIfAbsent(List.copyOf(key), first -> attempt(maker));
  }

  private interface Attempt<T> {
    T run() throws Exception;
  }

  private static <T> T attempt(Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot make keys", e);
    }
  }
}
