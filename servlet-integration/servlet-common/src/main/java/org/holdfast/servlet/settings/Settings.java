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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.PartitionPolicy;
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
      Arrays.stream(Setting.values()).map(Setting::settingName).toList();

  /** The settings whose values must stay secret, see {@link Setting.Type#SECRET}. */
  public static final List<String> SECRETS =
      Arrays.stream(Setting.values())
          .filter(setting -> setting.type() == Setting.Type.SECRET)
          .map(Setting::settingName)
          .toList();

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
          NodeConfigBuilder node = NodeConfig.builder(text(Setting.MEMBER_NAME, defaultMember));
          ifSet(Setting.CLUSTER, Settings::asIs, node::cluster);
          ifSet(Setting.BIND_HOST, Settings::asIs, node::bindHost);
          node.tls(tls());
          if (get(Setting.SECURITY) != null) {
            node.security(choice(Setting.SECURITY, Security.LOOPBACK));
          }
          ifSet(Setting.DISCOVERY, Settings::asIs, node::discovery);
          ifSet(Setting.REPLICATION_PORT, Settings::whole, node::replicationPort);
          ifSet(Setting.MEMBERSHIP_PORT, Settings::whole, node::membershipPort);
          ifSet(Setting.ZONE, Settings::asIs, node::zone);
          ifSet(Setting.APPLICATION_VERSION, Settings::asIs, node::applicationVersion);
          node.partition(choice(Setting.PARTITION, PartitionPolicy.AVAILABLE));
          ifSet(Setting.EXPECTED_NODES, Settings::whole, node::expectedNodes);
          node.servingLease(isTrue(Setting.SERVING_LEASE, false));
          ifSet(Setting.STATUS_ADDRESS, Settings::asIs, node::statusAddress);
          node.statusToken(secret(Setting.STATUS_TOKEN));
          node.sessionIdSecret(secret(Setting.SESSION_ID_SECRET));
          node.acceptedSessionIdSecret(secret(Setting.ACCEPTED_SESSION_ID_SECRET));
          ifSet(Setting.SECONDARIES, Settings::whole, node::secondaries);
          ifSet(Setting.MAX_WAITING_REQUESTS, Settings::whole, node::maxWaitingRequests);
          ifSet(Setting.MAX_FRAME_BYTES, Settings::whole, node::maxFrameBytes);
          ifSet(Setting.MAX_QUEUED_BYTES, Settings::number, node::maxQueuedBytes);
          ifSet(Setting.MAX_HELD_BYTES, Settings::number, node::maxHeldBytes);
          timeouts(node);
          return node.build();
        });
  }

  private TlsConfig tls() {
    return new TlsConfig(
        file(Setting.KEY_STORE),
        new Secret(secret(Setting.KEY_STORE_PASSWORD)),
        file(Setting.TRUST_STORE),
        new Secret(secret(Setting.TRUST_STORE_PASSWORD)),
        text(Setting.PEER_NAMES, TlsConfig.CLUSTER_NAME));
  }

  /** Returns the absolute path of the file that {@code setting} names; empty if it is not set. */
  private String file(Setting setting) {
    String value = text(setting, "");
    try {
      return value.isEmpty() ? "" : directory.resolve(value).normalize().toString();
    } catch (InvalidPathException e) {
      throw unusable(setting, "the name of a file", value);
    }
  }

  /** Returns the secret, from {@code setting} or from its file; empty if neither is set. */
  private String secret(Setting setting) {
    String value = text(setting, "");
    Setting fileSetting = setting.file();
    String file = file(fileSetting);
    if (file.isEmpty()) {
      return value;
    }
    if (!value.isEmpty()) {
      // Begins with no name of a setting, so that no place is added: both are in it.
      throw new IllegalArgumentException(
          "both "
              + fileSetting.settingName()
              + " and "
              + setting.settingName()
              + " are set: by "
              + originOf(fileSetting)
              + " and by "
              + originOf(setting)
              + "; remove one of them");
    }
    return SecretFile.read(fileSetting.settingName(), Path.of(file));
  }

  private String originOf(Setting setting) {
    Entry entry = entries.get(setting.settingName());
    return entry == null ? "" : entry.origin();
  }

  private void timeouts(NodeConfigBuilder node) {
    ifSet(Setting.ACK_TIMEOUT_MILLIS, Settings::millis, node::ackTimeout);
    ifSet(Setting.SILENCE_TIMEOUT_MILLIS, Settings::millis, node::silenceTimeout);
    ifSet(Setting.ACQUIRE_TIMEOUT_MILLIS, Settings::millis, node::acquireTimeout);
    ifSet(Setting.HAND_OVER_TIMEOUT_MILLIS, Settings::millis, node::handOverTimeout);
    ifSet(Setting.JOIN_TIMEOUT_MILLIS, Settings::millis, node::joinTimeout);
    ifSet(Setting.DRAIN_TIMEOUT_MILLIS, Settings::millis, node::drainTimeout);
  }

  /**
   * @param defaultName of the application if nothing else says; the same on every node
   * @throws IllegalArgumentException as of {@link #node}
   */
  public ApplicationConfig application(String defaultName, ClassLoader classLoader) {
    return located(
        () -> {
          ApplicationConfig defaults =
              ApplicationConfig.of(text(Setting.APPLICATION, defaultName), classLoader);
          return new ApplicationConfig(
              defaults.name(),
              classLoader,
              choice(Setting.SCOPE, defaults.scope()),
              choice(Setting.DETECTION, defaults.detection()),
              choice(Setting.ACK_MODE, defaults.ackMode()),
              parsed(Setting.ASYNC_LAG_MILLIS, Settings::millis, defaults.asyncLag()),
              choice(Setting.DEGRADED, defaults.degraded()),
              parsed(Setting.DEGRADED_WAIT_MILLIS, Settings::millis, defaults.degradedWait()),
              parsed(Setting.PATCH_FROM_BYTES, Settings::whole, defaults.patchFromBytes()),
              serialization());
        });
  }

  private SerializationConfig serialization() {
    SerializationConfigBuilder serialization = SerializationConfig.builder();
    ifSet(Setting.ALLOWED_CLASSES, Settings::asIs, serialization::allowedClasses);
    ifSet(Setting.CLASS_ALIASES, Settings::asIs, serialization::classAliases);
    serialization.unreadable(choice(Setting.UNREADABLE, UnreadablePolicy.DROP_ATTRIBUTE));
    ifSet(Setting.MAX_ATTRIBUTE_BYTES, Settings::whole, serialization::maxAttributeBytes);
    ifSet(Setting.MAX_DEPTH, Settings::whole, serialization::maxDepth);
    ifSet(Setting.MAX_OBJECTS, Settings::whole, serialization::maxObjects);
    ifSet(Setting.MAX_ELEMENTS, Settings::whole, serialization::maxElements);
    ifSet(Setting.MAX_DECODE_MILLIS, Settings::whole, serialization::maxDecodeMillis);
    serialization.verify(choice(Setting.VERIFY, Verification.FIRST_SIGHT));
    serialization.codec(choice(Setting.CODEC, CodecChoice.KRYO));
    return serialization.build();
  }

  /** Returns whether responses report the protection of their session. */
  public boolean exposeProtection() {
    return located(() -> isTrue(Setting.EXPOSE_PROTECTION, false));
  }

  /**
   * Returns whether Holdfast is to serve the sessions, where that is a choice.
   *
   * @param byDefault the answer if the setting is not set
   */
  public boolean enabled(boolean byDefault) {
    return located(() -> isTrue(Setting.ENABLED, byDefault));
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
          if (!isTrue(Setting.ENABLED, true)) {
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

  private @Nullable String get(Setting setting) {
    return get(setting.settingName());
  }

  private String text(Setting setting, String byDefault) {
    return parsed(setting, Settings::asIs, byDefault);
  }

  private boolean isTrue(Setting setting, boolean byDefault) {
    String value = text(setting, Boolean.toString(byDefault));
    if (!value.equals("true") && !value.equals("false")) {
      throw unusable(setting, "\"true\" or \"false\"", value);
    }
    return value.equals("true");
  }

  private <T> T parsed(Setting setting, BiFunction<Setting, String, T> parser, T byDefault) {
    String value = get(setting);
    return value == null ? byDefault : parser.apply(setting, value);
  }

  private <T> void ifSet(
      Setting setting, BiFunction<Setting, String, T> parser, Consumer<T> setter) {
    String value = get(setting);
    if (value != null) {
      setter.accept(parser.apply(setting, value));
    }
  }

  private static String asIs(Setting ignored, String value) {
    return value;
  }

  private static Integer whole(Setting setting, String value) {
    try {
      return Integer.valueOf(value);
    } catch (NumberFormatException e) {
      throw unusable(setting, "a whole number", value);
    }
  }

  private static Long number(Setting setting, String value) {
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException e) {
      throw unusable(setting, "a whole number", value);
    }
  }

  private static Duration millis(Setting setting, String value) {
    try {
      return Duration.ofMillis(Long.parseLong(value));
    } catch (NumberFormatException e) {
      throw unusable(setting, "a whole number of milliseconds", value);
    }
  }

  /** Returns the constant that a setting names, written as in {@code modified-attribute}. */
  private <E extends Enum<E>> E choice(Setting setting, E byDefault) {
    String value = get(setting);
    if (value == null) {
      return byDefault;
    }
    E[] constants = byDefault.getDeclaringClass().getEnumConstants();
    for (E constant : constants) {
      if (written(constant).equals(value.toLowerCase(Locale.ROOT).replace('_', '-'))) {
        return constant;
      }
    }
    String choices =
        Arrays.stream(constants)
            .map(constant -> '"' + written(constant) + '"')
            .collect(Collectors.joining(", "));
    throw unusable(setting, "one of " + choices, value);
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException unusable(Setting setting, String expected, String value) {
    return new IllegalArgumentException(
        setting.settingName() + " must be " + expected + ", was \"" + value + "\"");
  }
}
