// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.keystore;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.cert.Certificate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.OutputFiles;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.replication.config.TlsConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code keystore}. */
@Command(
    name = "keystore",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Makes a key with which nodes prove to each other that they are members.",
    description = {
      "Writes a PKCS12 file with a private key (EC, P-256) and a certificate that it signs itself,"
          + " and prints the settings with which nodes use it. The same file on all nodes is key and"
          + " trust of a cluster.",
      "",
      "For a key that only one node may use: --name NODE --export NODE.pem, and a trustStore that has"
          + " the certificates of all nodes, one after the other.",
      "",
      "docs/tls.md says how a cluster changes its key while it serves."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all files were written",
      "2:unknown option or impossible value, such as a file that exists already",
      "3:a file could not be read or written, or keytool failed"
    })
public final class KeystoreCommand implements Callable<Integer> {
  static final int EXIT_MADE = 0;
  static final int EXIT_COULD_NOT_RUN = 3;

  private static final int MOST_DAYS = 3650;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final String PASSWORD_SUFFIX = ".password";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "PKCS12 file to write, which must not exist; only its owner can read it (default: none,"
              + " with --from and --export).")
  private @Nullable Path out;

  @Option(
      names = "--name",
      paramLabel = "NODE",
      defaultValue = TlsConfig.CLUSTER_NAME,
      description =
          "Name in the certificate: the memberName of the only node that may use it; the default may"
              + " speak for every node (default: ${DEFAULT-VALUE}).")
  private String name = TlsConfig.CLUSTER_NAME;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "730",
      description =
          "Days until the certificate expires, 1 to 3650. The default allows to change keys once a"
              + " year, and to be a year late (default: ${DEFAULT-VALUE}).")
  private int days = 730;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "File with the password of the PKCS12 file. If it does not exist, a random password is"
              + " drawn and written to it (default: the name of --from, else of --out, with .password"
              + " at its end).")
  private @Nullable Path passwordFile;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description =
          "PKCS12 file, with the same password, whose key is taken instead of a new one; certificates"
              + " that it trusts besides are not (default: a new key).")
  private @Nullable Path from;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      split = ",",
      description =
          "Certificates, in PEM or DER, that nodes with this file trust besides its own (default:"
              + " none).")
  private List<Path> trust = List.of();

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description =
          "PEM file to write, which must not exist, with the certificate of the key (default:"
              + " none).")
  private @Nullable Path export;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    try {
      check();
      PasswordFile password = PasswordFile.of(passwordFile());
      if (from != null && password.isNew()) {
        throw new IllegalArgumentException(
            "--password-file must have the password of "
                + from
                + ", but there is no file "
                + password.file());
      }
      make(password);
      return EXIT_MADE;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), Objects.requireNonNullElseGet(e.getMessage(), e::toString), e);
    } catch (IOException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("holdfast keystore: " + reason(e));
      err.flush();
      return EXIT_COULD_NOT_RUN;
    }
  }

  /** Messages of file systems are often the name of the file alone. */
  private static String reason(IOException e) {
    return e.getClass() == IOException.class ? String.valueOf(e.getMessage()) : e.toString();
  }

  private void check() {
    if (out == null && (from == null || export == null)) {
      throw new IllegalArgumentException(
          "--out is missing: only --from and --export together need none");
    }
    IdleOptions line = new IdleOptions(spec.commandLine().getParseResult());
    line.refuse(from != null, "with --from, whose certificate is taken", "--name", "--days");
    line.refuse(out == null, "without --out", "--trust");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "--name must be 1 to 64 characters of [A-Za-z0-9_-], was \"" + name + "\"");
    }
    if (days < 1 || days > MOST_DAYS) {
      throw new IllegalArgumentException("--days must be 1 to " + MOST_DAYS + ", was " + days);
    }
    OutputFiles.requireDifferent("--out", out, "--export", export);
    requireNew("--out", out);
    requireNew("--export", export);
  }

  private static void requireNew(String option, @Nullable Path file) {
    OutputFiles.requireWritable(option, file);
    if (file != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IllegalArgumentException(
          option + " must name a file that does not exist, since none is replaced, was " + file);
    }
  }

  private Path passwordFile() {
    if (passwordFile != null) {
      return passwordFile;
    }
    Path store = Objects.requireNonNull(from == null ? out : from, "checked");
    return store.resolveSibling(store.getFileName() + PASSWORD_SUFFIX);
  }

  private void make(PasswordFile password) throws IOException, InterruptedException {
    List<Certificate> trusted = new ArrayList<>();
    for (Path each : trust) {
      trusted.addAll(KeyStoreContent.certificatesIn(each));
    }
    byte[] source =
        from == null
            ? Keytool.newKeyStore(name, days, password.password())
            : Files.readAllBytes(from);
    String named = from == null ? "the file that keytool made" : from.toString();
    KeyStoreContent content =
        KeyStoreContent.keyOf(source, password.password(), named).trusting(trusted);
    List<String> lines = new ArrayList<>();
    String until =
        "valid until "
            + content
                .certificate()
                .getNotAfter()
                .toInstant()
                .atOffset(ZoneOffset.UTC)
                .toLocalDate();
    if (out != null) {
      password.createIfNew();
      try {
        NewFile.createSecret(out, content.toPkcs12(password));
      } catch (IOException e) {
        password.deleteIfNew();
        throw e;
      }
      String others =
          content.trusted().isEmpty() ? "" : "; trusts " + content.trusted().size() + " more";
      lines.add(out + ": key and certificate of " + subject(content) + ", " + until + others);
      lines.add(password.file() + ": its password");
    }
    if (export != null) {
      byte[] pem = content.toPem().getBytes(StandardCharsets.US_ASCII);
      Files.write(export, pem, StandardOpenOption.CREATE_NEW);
      lines.add(export + ": certificate of " + subject(content) + ", " + until);
    }
    if (out != null && from == null) {
      lines.addAll(settings(out, password.file()));
    }
    PrintWriter print = spec.commandLine().getOut();
    lines.forEach(print::println);
    print.flush();
  }

  private static String subject(KeyStoreContent content) {
    return content.certificate().getSubjectX500Principal().getName();
  }

  private List<String> settings(Path store, Path password) {
    boolean ofCluster = name.equals(TlsConfig.CLUSTER_NAME);
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "Copy both files to "
            + (ofCluster ? "each node" : "the node whose memberName is " + name)
            + ", where only the server's user can read them, and set there:");
    lines.add("  bindHost=ADDRESS-OF-THE-NODE");
    lines.add("  keyStore=" + store.toAbsolutePath());
    lines.add("  keyStorePasswordFile=" + password.toAbsolutePath());
    if (!ofCluster) {
      lines.add("  trustStore=FILE-WITH-THE-CERTIFICATES-OF-ALL-NODES");
    }
    lines.add(
        "How a container spells settings is in the README; in the environment of any, keyStore is"
            + " HOLDFAST_KEY_STORE.");
    return lines;
  }
}
