// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Makes keys with the {@code keytool} of the JDK that runs this. */
final class Keytool {
  private static final int TIMEOUT_SECONDS = 120;

  /** A DNS name has no underscore, but the name of a node may. */
  private static final Pattern DNS_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,62}");

  private Keytool() {}

  /**
   * Returns the content of a PKCS12 file with a new key and a certificate for it.
   *
   * @param name CN of the certificate, and its DNS name if it can be one
   * @throws IOException if there is no {@code keytool}, or it fails; with what it said
   */
  static byte[] newKeyStore(String name, int days, String password)
      throws IOException, InterruptedException {
    // Only this user can look into it.
    Path directory = Files.createTempDirectory("holdfast-keystore");
    Path passwordFile = directory.resolve("password");
    Path made = directory.resolve("made.p12");
    try {
      NewFile.createSecret(passwordFile, (password + "\n").getBytes(StandardCharsets.US_ASCII));
      run(command(name, days, passwordFile, made));
      return Files.readAllBytes(made);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(passwordFile);
      Files.deleteIfExists(directory);
    }
  }

  /** The password is in a file: other users see the arguments of a process. */
  static List<String> command(String name, int days, Path passwordFile, Path made) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of("-genkeypair", "-alias", "holdfast", "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-dname", "CN=" + name, "-validity", Integer.toString(days)));
    if (DNS_NAME.matcher(name).matches()) {
      command.addAll(List.of("-ext", "SAN=dns:" + name));
    }
    command.addAll(List.of("-ext", "KU=digitalSignature", "-ext", "EKU=serverAuth,clientAuth"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", made.toString()));
    command.addAll(List.of("-storepass:file", passwordFile.toString()));
    return command;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), Charset.defaultCharset()).strip();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            command.get(0) + " took longer than " + TIMEOUT_SECONDS + " s and was ended");
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            command.get(0) + " failed with exit code " + process.exitValue() + ": " + said);
      }
    } finally {
      process.destroyForcibly();
    }
  }
}
