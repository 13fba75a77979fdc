// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.config.SerializationConfigBuilder;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.config.UnreadablePolicy;
import org.holdfast.replication.config.Verification;
import org.jspecify.annotations.Nullable;

/**
 * The settings as text, each with the place where it was written, and their meaning. Immutable.
 * {@link NodeConfig}, {@link ApplicationConfig} and {@link SerializationConfig} describe the
 * purpose and the values of each.
 */
public final class Settings {
  /** The name of every setting. */
  public static final List<String> NAMES =
      List.of(
          "cluster",
          "memberName",
          "bindHost",
          "security",
          "keyStore",
          "keyStorePassword",
          "keyStorePasswordFile",
          "trustStore",
          "trustStorePassword",
          "trustStorePasswordFile",
          "peerNames",
          "replicationPort",
          "membershipPort",
          "discovery",
          "secondaries",
          "zone",
          "applicationVersion",
          "partition",
          "expectedNodes",
          "servingLease",
          "ackMode",
          "asyncLagMillis",
          "degraded",
          "degradedWaitMillis",
          "scope",
          "detection",
          "patchFromBytes",
          "ackTimeoutMillis",
          "silenceTimeoutMillis",
          "acquireTimeoutMillis",
          "maxWaitingRequests",
          "handOverTimeoutMillis",
          "joinTimeoutMillis",
          "drainTimeoutMillis",
          "statusAddress",
          "statusToken",
          "statusTokenFile",
          "sessionIdSecret",
          "sessionIdSecretFile",
          "acceptedSessionIdSecret",
          "acceptedSessionIdSecretFile",
          "maxFrameBytes",
          "maxQueuedBytes",
          "maxHeldBytes",
          "allowedClasses",
          "classAliases",
          "unreadable",
          "maxAttributeBytes",
          "maxDepth",
          "maxObjects",
          "maxElements",
          "maxDecodeMillis",
          "verify",
          "codec",
          "application",
          "exposeProtection",
          "enabled");

  /**
   * The settings whose values must stay secret: no message, log line or {@code toString} contains
   * one. Each may be in a file instead, which the setting of the same name with {@code File} names.
   */
  public static final List<String> SECRETS =
      List.of(
          "keyStorePassword",
          "trustStorePassword",
          "statusToken",
          "sessionIdSecret",
          "acceptedSessionIdSecret");

  /**
   * A value and its place.
   *
   * @param origin for messages, such as {@code system property holdfast.cluster}
   */
  record Entry(String value, String origin) {
    /** Returns only the place: the value may be a secret. */
    @Override
    public String toString() {
      return origin;
    }
  }

  private final Map<String, Entry> entries;
  private final Path directory;

  /**
   * @param directory which names of files are relative to
   */
  Settings(Map<String, Entry> entries, Path directory) {
    this.entries = Map.copyOf(entries);
    this.directory = directory.toAbsolutePath();
  }

  /** Returns the value as it was written; null if it is not set. */
  public @Nullable String get(String name) {
    Entry entry = entries.get(name);
    return entry == null ? null : entry.value();
  }

  /** Returns only the names and the places: values may be secrets. */
  @Override
  public String toString() {
    return entries.toString();
  }

  /**
   * @param defaultMember name of this node if nothing else says
   * @throws IllegalArgumentException naming the setting, its value, what it may be and where it was
   *     written
   */
  public NodeConfig node(String defaultMember) {
    return located(
        () -> {
          NodeConfigBuilder node = NodeConfig.builder(text("memberName", defaultMember));
          ifSet("cluster", Function.identity(), node::cluster);
          ifSet("bindHost", Function.identity(), node::bindHost);
          node.tls(tls());
          if (get("security") != null) {
            node.security(choice("security", Security.class, Security.LOOPBACK));
          }
          ifSet("discovery", Function.identity(), node::discovery);
          ifSet("replicationPort", whole("replicationPort"), node::replicationPort);
          ifSet("membershipPort", whole("membershipPort"), node::membershipPort);
          ifSet("zone", Function.identity(), node::zone);
          ifSet("applicationVersion", Function.identity(), node::applicationVersion);
          node.partition(choice("partition", PartitionPolicy.class, PartitionPolicy.AVAILABLE));
          ifSet("expectedNodes", whole("expectedNodes"), node::expectedNodes);
          node.servingLease(isTrue("servingLease", false));
          ifSet("statusAddress", Function.identity(), node::statusAddress);
          node.statusToken(secret("statusToken"));
          node.sessionIdSecret(secret("sessionIdSecret"));
          node.acceptedSessionIdSecret(secret("acceptedSessionIdSecret"));
          ifSet("secondaries", whole("secondaries"), node::secondaries);
          ifSet("maxWaitingRequests", whole("maxWaitingRequests"), node::maxWaitingRequests);
          ifSet("maxFrameBytes", whole("maxFrameBytes"), node::maxFrameBytes);
          ifSet("maxQueuedBytes", number("maxQueuedBytes"), node::maxQueuedBytes);
          ifSet("maxHeldBytes", number("maxHeldBytes"), node::maxHeldBytes);
          timeouts(node);
          return node.build();
        });
  }

  private TlsConfig tls() {
    return new TlsConfig(
        file("keyStore"),
        new Secret(secret("keyStorePassword")),
        file("trustStore"),
        new Secret(secret("trustStorePassword")),
        text("peerNames", TlsConfig.CLUSTER_NAME));
  }

  /** Returns the absolute path of the file that {@code name} names; empty if it is not set. */
  private String file(String name) {
    String value = text(name, "");
    try {
      return value.isEmpty() ? "" : directory.resolve(value).normalize().toString();
    } catch (InvalidPathException e) {
      throw unusable(name, "the name of a file", value);
    }
  }

  /**
   * Returns the secret {@code name}, from its setting or from its file; empty if neither is set.
   */
  private String secret(String name) {
    String value = text(name, "");
    String fileSetting = name + "File";
    String file = file(fileSetting);
    if (file.isEmpty()) {
      return value;
    }
    if (!value.isEmpty()) {
      // Begins with no name of a setting, so that no place is added: both are in it.
      throw new IllegalArgumentException(
          "both "
              + fileSetting
              + " and "
              + name
              + " are set: by "
              + originOf(fileSetting)
              + " and by "
              + originOf(name)
              + "; remove one of them");
    }
    return SecretFile.read(fileSetting, Path.of(file));
  }

  private String originOf(String name) {
    Entry entry = entries.get(name);
    return entry == null ? "" : entry.origin();
  }

  private void timeouts(NodeConfigBuilder node) {
    ifSet("ackTimeoutMillis", millis("ackTimeoutMillis"), node::ackTimeout);
    ifSet("silenceTimeoutMillis", millis("silenceTimeoutMillis"), node::silenceTimeout);
    ifSet("acquireTimeoutMillis", millis("acquireTimeoutMillis"), node::acquireTimeout);
    ifSet("handOverTimeoutMillis", millis("handOverTimeoutMillis"), node::handOverTimeout);
    ifSet("joinTimeoutMillis", millis("joinTimeoutMillis"), node::joinTimeout);
    ifSet("drainTimeoutMillis", millis("drainTimeoutMillis"), node::drainTimeout);
  }

  /**
   * @param defaultName of the application if nothing else says; the same on every node
   * @throws IllegalArgumentException as of {@link #node}
   */
  public ApplicationConfig application(String defaultName, ClassLoader classLoader) {
    return located(
        () -> {
          ApplicationConfig defaults =
              ApplicationConfig.of(text("application", defaultName), classLoader);
          return new ApplicationConfig(
              defaults.name(),
              classLoader,
              choice("scope", ReplicationScope.class, defaults.scope()),
              choice("detection", ChangeDetection.class, defaults.detection()),
              choice("ackMode", AckMode.class, defaults.ackMode()),
              parsed("asyncLagMillis", millis("asyncLagMillis"), defaults.asyncLag()),
              choice("degraded", DegradedPolicy.class, defaults.degraded()),
              parsed("degradedWaitMillis", millis("degradedWaitMillis"), defaults.degradedWait()),
              parsed("patchFromBytes", whole("patchFromBytes"), defaults.patchFromBytes()),
              serialization());
        });
  }

  private SerializationConfig serialization() {
    SerializationConfigBuilder serialization = SerializationConfig.builder();
    ifSet("allowedClasses", Function.identity(), serialization::allowedClasses);
    ifSet("classAliases", Function.identity(), serialization::classAliases);
    serialization.unreadable(
        choice("unreadable", UnreadablePolicy.class, UnreadablePolicy.DROP_ATTRIBUTE));
    ifSet("maxAttributeBytes", whole("maxAttributeBytes"), serialization::maxAttributeBytes);
    ifSet("maxDepth", whole("maxDepth"), serialization::maxDepth);
    ifSet("maxObjects", whole("maxObjects"), serialization::maxObjects);
    ifSet("maxElements", whole("maxElements"), serialization::maxElements);
    ifSet("maxDecodeMillis", whole("maxDecodeMillis"), serialization::maxDecodeMillis);
    serialization.verify(choice("verify", Verification.class, Verification.FIRST_SIGHT));
    serialization.codec(choice("codec", CodecChoice.class, CodecChoice.KRYO));
    return serialization.build();
  }

  /** Returns whether responses report the protection of their session. */
  public boolean exposeProtection() {
    return located(() -> isTrue("exposeProtection", false));
  }

  /**
   * Returns whether Holdfast is to serve the sessions, where that is a choice.
   *
   * @param byDefault the answer if the setting is not set
   */
  public boolean enabled(boolean byDefault) {
    return located(() -> isTrue("enabled", byDefault));
  }

  /**
   * Rejects {@code enabled=false} where Holdfast serves sessions because it was installed there.
   *
   * @param instead the step to take where Holdfast is not to serve them
   * @throws IllegalArgumentException if {@code enabled} is set to anything but {@code true}
   */
  public void requireEnabled(String instead) {
    located(
        () -> {
          if (!isTrue("enabled", true)) {
            throw new IllegalArgumentException("enabled must be \"true\" here: " + instead);
          }
          return true;
        });
  }

  /** Runs {@code reading}; adds to its error the place where the setting was written. */
  private <T> T located(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      String origin = originOfTheOneNamedBy(String.valueOf(e.getMessage()));
      throw origin == null
          ? e
          : new IllegalArgumentException(e.getMessage() + " (" + origin + ")", e);
    }
  }

  /**
   * Returns the place of the setting with whose name the message begins, or null; the name of a
   * time may lack its unit.
   */
  private @Nullable String originOfTheOneNamedBy(String message) {
    String subject = message.split("[^A-Za-z]", 2)[0];
    for (String name : List.of(subject, subject + "Millis")) {
      Entry entry = entries.get(name);
      if (entry != null) {
        return entry.origin();
      }
    }
    return null;
  }

  private String text(String name, String byDefault) {
    return parsed(name, Function.identity(), byDefault);
  }

  private boolean isTrue(String name, boolean byDefault) {
    String value = text(name, Boolean.toString(byDefault));
    if (!value.equals("true") && !value.equals("false")) {
      throw unusable(name, "\"true\" or \"false\"", value);
    }
    return value.equals("true");
  }

  private <T> T parsed(String name, Function<String, T> parser, T byDefault) {
    String value = get(name);
    return value == null ? byDefault : parser.apply(value);
  }

  private <T> void ifSet(String name, Function<String, T> parser, Consumer<T> setter) {
    String value = get(name);
    if (value != null) {
      setter.accept(parser.apply(value));
    }
  }

  private static Function<String, Integer> whole(String name) {
    return value -> {
      try {
        return Integer.valueOf(value);
      } catch (NumberFormatException e) {
        throw unusable(name, "a whole number", value);
      }
    };
  }

  private static Function<String, Long> number(String name) {
    return value -> {
      try {
        return Long.valueOf(value);
      } catch (NumberFormatException e) {
        throw unusable(name, "a whole number", value);
      }
    };
  }

  private static Function<String, Duration> millis(String name) {
    return value -> {
      try {
        return Duration.ofMillis(Long.parseLong(value));
      } catch (NumberFormatException e) {
        throw unusable(name, "a whole number of milliseconds", value);
      }
    };
  }

  /** Returns the constant that a setting names, written as in {@code modified-attribute}. */
  private <E extends Enum<E>> E choice(String name, Class<E> type, E byDefault) {
    String value = get(name);
    if (value == null) {
      return byDefault;
    }
    for (E constant : type.getEnumConstants()) {
      if (written(constant).equals(value.toLowerCase(Locale.ROOT).replace('_', '-'))) {
        return constant;
      }
    }
    String choices =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> '"' + written(constant) + '"')
            .collect(Collectors.joining(", "));
    throw unusable(name, "one of " + choices, value);
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException unusable(String name, String expected, String value) {
    return new IllegalArgumentException(name + " must be " + expected + ", was \"" + value + "\"");
  }
}
