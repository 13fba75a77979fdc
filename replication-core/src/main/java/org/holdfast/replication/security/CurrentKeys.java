// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.logging.RareLines;

/**
 * The keys that new connections use. Looks at most once a second whether a file has changed; a file
 * that cannot be used leaves its part, own key or trust, as it was. Thread-safe: one thread at a
 * time looks, the others use the present keys.
 */
final class CurrentKeys {
  /** The least time between two looks. */
  static final long LOOK_NANOS = 1_000_000_000L;

  private static final List<KeyFile.Stamp> UNUSED = List.of();

  private final TlsConfig tls;
  private final String memberName;
  private final KeyFile keyFile;
  private final KeyFile trustFile;
  private final LongSupplier nanoClock;
  private final Consumer<String> info;
  private final Consumer<String> warning;
  private final RareLines rare = new RareLines();

  private final ReentrantLock looking = new ReentrantLock();

  @GuardedBy("looking")
  private long lookedNanos;

  /** The files that {@link #current} was made of; {@link #UNUSED} if newer ones cannot be used. */
  @GuardedBy("looking")
  private List<KeyFile.Stamp> stamps;

  private volatile NodeKeys current;

  /** Loads the files. */
  CurrentKeys(
      TlsConfig tls,
      String memberName,
      LongSupplier nanoClock,
      Consumer<String> info,
      Consumer<String> warning) {
    this.tls = tls;
    this.memberName = memberName;
    this.keyFile = new KeyFile("keyStore", tls.keyStore(), tls.keyStorePassword());
    this.trustFile =
        tls.trustStore().isEmpty()
            ? keyFile
            : new KeyFile("trustStore", tls.trustStore(), tls.trustStorePassword());
    this.nanoClock = nanoClock;
    this.info = info;
    this.warning = warning;
    this.lookedNanos = nanoClock.getAsLong();
    this.stamps = stampsNow();
    this.current = NodeKeys.load(keyFile, trustFile, tls, memberName);
    report("TLS: ", current);
  }

  NodeKeys get() {
    if (looking.tryLock()) {
      try {
        look(nanoClock.getAsLong());
      } finally {
        looking.unlock();
      }
    }
    return current;
  }

  @GuardedBy("looking")
  private void look(long nowNanos) {
    if (nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    List<KeyFile.Stamp> found = stampsNow();
    if (found.equals(stamps)) {
      return;
    }
    // The stamps are older than what is read: a change in between is found by the next look.
    Map<String, String> faults = new LinkedHashMap<>();
    NodeKeys before = current;
    NodeKeys loaded = before.reloaded(keyFile, trustFile, tls, memberName, faults::put);
    stamps = faults.isEmpty() ? found : UNUSED;
    current = loaded;
    for (KeyFile file : List.of(keyFile, trustFile)) {
      String fault = faults.get(file.setting());
      if (fault == null) {
        rare.forget(file.setting());
      } else {
        rare.add(
            file.setting(),
            nowNanos,
            warning,
            "TLS: this node cannot use all of the changed files; new connections use "
                + partOf(file)
                + " loaded before: "
                + fault);
      }
    }
    if (faults.isEmpty()) {
      report("TLS: new connections use the changed files: ", loaded);
    } else if (!loaded.hasTheKeysOf(before)) {
      String used = faults.containsKey(keyFile.setting()) ? "trustStore" : "keyStore";
      report("TLS: new connections use the changed " + used + ": ", loaded);
    }
  }

  private String partOf(KeyFile file) {
    if (keyFile.equals(trustFile)) {
      return "the key and the trust";
    }
    return file.equals(keyFile) ? "the key" : "the trust";
  }

  private List<KeyFile.Stamp> stampsNow() {
    return List.of(keyFile.stamp(), trustFile.stamp());
  }

  private void report(String beginning, NodeKeys keys) {
    info.accept(beginning + keys.description());
    for (String line : keys.warnings()) {
      warning.accept("TLS: " + line);
    }
  }
}
