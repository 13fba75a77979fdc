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
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.config.TlsConfig;

/**
 * Makes keys and certificates for tests, with the JDK's keytool. Each costs a process of some 0.5 s
 * once per JVM; every further call with the same file name, name and options writes the same key
 * into another folder. Thread-safe.
 */
public final class TestKeys {
  /** Password of all stores and of the keys in them. */
  public static final String PASSWORD = "password-of-tests";

  /** Seconds that a keytool on a busy machine may take. */
  private static final long KEYTOOL_SECONDS = 60;

  private static final String KEY = "key";
  private static final String ISSUER = "issuer";

  private static final Map<List<String>, byte[]> MADE = new ConcurrentHashMap<>();

  private TestKeys() {}

  /** Returns {@code dir/NAME.p12}: a new EC key and its self-signed certificate with CN=name. */
  public static Path self(Path dir, String name, String... options) {
    return selfIn(dir, name + ".p12", name, options);
  }

  /**
   * The same in a file of another name: two file names are two keys.
   *
   * @param options of {@code keytool -genkeypair}, instead of or besides ours, like {@code
   *     "-keyalg", "RSA"}, {@code "-validity", "10"}, {@code "-startdate", "-20d"} or {@code
   *     "-ext", "san=dns:other"}
   */
  public static Path selfIn(Path dir, String file, String name, String... options) {
    List<String> command = generate(KEY, name, options);
    return write(dir, file, made(file, command, store -> keytool(store, command)));
  }

  /** Returns a PKCS12 file with an authority: a key whose certificate may issue others. */
  public static Path authority(Path dir, String name, String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("-ext", "bc:critical=ca:true", "-ext", "ku:critical=keyCertSign"));
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
    List<String> command = new ArrayList<>(generate(KEY, name, options));
    command.addAll(List.of("-signer", ISSUER));
    List<String> key = new ArrayList<>(command);
    key.add(issuer.getFileName().toString());
    byte[] bytes =
        made(
            file,
            key,
            store -> {
              KeyStore both = empty();
              both.setKeyEntry(ISSUER, key(issuer), PASSWORD.toCharArray(), chain(issuer));
              Files.write(store, bytes(both));
              keytool(store, command);
              KeyStore own = read(store);
              own.deleteEntry(ISSUER);
              Files.write(store, bytes(own));
            });
    return write(dir, file, bytes);
  }

  /** Returns a PKCS12 file with the key of {@code store} and another certificate that it signed. */
  public static Path reissued(Path dir, String file, Path store, String... options) {
    List<String> command = new ArrayList<>(List.of("-selfcert", "-alias", KEY));
    command.addAll(List.of(options));
    List<String> key = new ArrayList<>(command);
    key.add(store.getFileName().toString());
    return write(
        dir,
        file,
        made(
            file,
            key,
            copy -> {
              Files.copy(store, copy);
              keytool(copy, command);
            }));
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

  private static List<String> generate(String alias, String name, String... options) {
    List<String> given = Arrays.asList(options);
    List<String> command = new ArrayList<>(List.of("-genkeypair", "-alias", alias));
    command.addAll(List.of("-dname", "CN=" + name));
    if (!given.contains("-keyalg")) {
      command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    }
    if (!given.contains("-startdate")) {
      command.addAll(List.of("-startdate", "-1d"));
    }
    if (!given.contains("-validity")) {
      command.addAll(List.of("-validity", "3650"));
    }
    command.addAll(given);
    return command;
  }

  private static byte[] made(String file, List<String> command, Maker maker) {
    List<String> key = new ArrayList<>(command);
    key.add(file);
    return MADE.computeIfAbsent(
        List.copyOf(key),
        first ->
            attempt(
                () -> {
                  Path folder = Files.createTempDirectory("test-keys");
                  Path store = folder.resolve("made.p12");
                  try {
                    maker.make(store);
                    return Files.readAllBytes(store);
                  } finally {
                    Files.deleteIfExists(store);
                    Files.delete(folder);
                  }
                }));
  }

  private static void keytool(Path store, List<String> command)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    all.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    all.addAll(command);
    all.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    all.addAll(List.of("-storepass:env", "TEST_KEYS_PASSWORD"));
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().put("TEST_KEYS_PASSWORD", PASSWORD);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    boolean ended = process.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException("keytool " + command + " failed: " + output);
    }
  }

  private interface Maker {
    void make(Path store) throws Exception;
  }

  private interface Attempt<T> {
    T run() throws Exception;
  }

  private static <T> T attempt(Attempt<T> attempt) {
    try {
      return attempt.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted as it made keys", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot make keys", e);
    }
  }
}
