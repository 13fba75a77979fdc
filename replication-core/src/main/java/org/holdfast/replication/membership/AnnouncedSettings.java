// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a member announces to the others when it joins, so that the members notice
 * settings that differ before an update is lost.
 *
 * <p>{@code maxFrameBytes} must be the same on all members: a member closes the connection on a
 * longer frame. The ranges of {@code protocolVersions} must have a version in common, and each
 * member must be able to read the {@code codec} of the other. The other settings may differ while
 * they are changed node by node.
 *
 * <p>{@code application} stands for the name of the application that started the member. The
 * settings after it belong to that application. They are compared only if both members were started
 * by the same one.
 *
 * @param values the value of each of {@link #NAMES}, in that order; empty if the member announced
 *     nothing; each value has 1 to 20 characters of {@code [A-Za-z0-9.-]}
 */
public record AnnouncedSettings(List<String> values) {
  /** The names of the settings, in the order of their values. New names are added at the end. */
  public static final List<String> NAMES =
      List.of(
          "maxFrameBytes",
          "secondaries",
          "partition",
          "expectedNodes",
          "servingLease",
          "ackTimeoutMillis",
          "silenceTimeoutMillis",
          "acquireTimeoutMillis",
          "handOverTimeoutMillis",
          "protocolVersions",
          "application",
          "codec",
          "scope",
          "detection",
          "ackMode",
          "asyncLagMillis",
          "degraded",
          "degradedWaitMillis",
          "maxAttributeBytes",
          "maxDepth",
          "maxObjects",
          "maxElements",
          "allowedClasses (as a hash)",
          "classAliases (as a hash)");

  /** The codecs whose bytes this release reads, whichever of them it writes itself. */
  public static final Set<String> READABLE_CODECS = Set.of("kryo", "jdk");

  /** The settings of a member that announced none. */
  public static final AnnouncedSettings NONE = new AnnouncedSettings(List.of());

  private static final int FRAME = 0;
  private static final int SECONDARIES = 1;
  private static final int VERSIONS = 9;
  private static final int APPLICATION = 10;
  private static final int CODEC = 11;

  /** The names of the settings of an application, in the order of their values. */
  public static final List<String> OF_APPLICATION = NAMES.subList(CODEC, NAMES.size());

  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9.-]{1,20}");
  private static final Pattern SMALL_NUMBER = Pattern.compile("[0-9]");

  /** The form of the oldest and the newest version that a member speaks on replication streams. */
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

  public AnnouncedSettings {
    values = List.copyOf(values);
    for (String value : values) {
      if (!VALUE.matcher(value).matches()) {
        throw new IllegalArgumentException(
            "an announced value must be 1 to 20 characters of [A-Za-z0-9.-], was \""
                + value
                + "\"");
      }
    }
    if (values.size() > SECONDARIES && !SMALL_NUMBER.matcher(values.get(SECONDARIES)).matches()) {
      throw new IllegalArgumentException(
          "announced secondaries must be 0 to 9, was \"" + values.get(SECONDARIES) + "\"");
    }
    if (values.size() > VERSIONS && !RANGE.matcher(values.get(VERSIONS)).matches()) {
      throw new IllegalArgumentException(
          "announced protocolVersions must be OLDEST-NEWEST, was \"" + values.get(VERSIONS) + "\"");
    }
  }

  /**
   * Returns the number of secondaries that the member wants, or {@code unknown} if it announced
   * none.
   */
  public int secondaries(int unknown) {
    return values.size() > SECONDARIES ? Integer.parseInt(values.get(SECONDARIES)) : unknown;
  }

  /**
   * Returns why members with these settings cannot exchange sessions, or null if they can.
   *
   * @param own name of the member with these settings
   * @param other name of the member with {@code theirs}
   */
  public @Nullable String conflict(String own, AnnouncedSettings theirs, String other) {
    if (differs(FRAME, theirs)) {
      return difference(FRAME, own, theirs, other)
          + "; a member cannot read longer frames than its own setting allows: set the same value"
          + " on all nodes";
    }
    if (differs(VERSIONS, theirs)
        && (newest(values) < oldest(theirs.values) || newest(theirs.values) < oldest(values))) {
      return difference(VERSIONS, own, theirs, other)
          + "; members need a protocol version in common: update to each release in turn";
    }
    if (differs(CODEC, theirs) && !(isReadable(values) && isReadable(theirs.values))) {
      return difference(CODEC, own, theirs, other)
          + "; a member cannot read the attributes of the other: set a codec that both know";
    }
    return null;
  }

  private static boolean isReadable(List<String> values) {
    return READABLE_CODECS.contains(values.get(CODEC));
  }

  private static int oldest(List<String> values) {
    return Integer.parseInt(RANGE.matcher(values.get(VERSIONS)).replaceFirst("$1"));
  }

  private static int newest(List<String> values) {
    return Integer.parseInt(RANGE.matcher(values.get(VERSIONS)).replaceFirst("$2"));
  }

  /**
   * Returns the settings that differ and that members may change node by node. Connections agree on
   * a protocol version by themselves.
   */
  public List<String> differences(String own, AnnouncedSettings theirs, String other) {
    List<String> found = new ArrayList<>();
    for (int i = SECONDARIES; i < NAMES.size(); i++) {
      if (i != VERSIONS && i != APPLICATION && differs(i, theirs)) {
        found.add(difference(i, own, theirs, other));
      }
    }
    return found;
  }

  /** Tells whether a value differs. One that either side did not announce differs from nothing. */
  private boolean differs(int index, AnnouncedSettings theirs) {
    return index < values.size()
        && index < theirs.values.size()
        && (index <= APPLICATION || values.get(APPLICATION).equals(theirs.values.get(APPLICATION)))
        && !values.get(index).equals(theirs.values.get(index));
  }

  private String difference(int index, String own, AnnouncedSettings theirs, String other) {
    return NAMES.get(index)
        + " is "
        + values.get(index)
        + " on "
        + own
        + " and "
        + theirs.values.get(index)
        + " on "
        + other;
  }
}
