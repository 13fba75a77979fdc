// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one run. The seed says everything; a run that is being shrunk has fewer members and
 * keeps only some parts: faults, kinds of bad weather, single requests.
 *
 * <p>Written as {@code SEED}, or as {@code SEED/MEMBERS/PART,PART,…}, where {@code PART} is for
 * instance {@code fault2}, {@code loss}, {@code skew}, or {@code c1.7} for the seventh request of
 * the first client.
 */
final class Plan {
  /**
   * From this seed on runs draw what was not drawn before, so that the seeds which lists named by
   * then keep their meaning.
   */
  static final long FIRST_OF_ALL_KINDS = 100_000;

  /** Longer than any pause or cut that ends. */
  static final long SHORT_TOMBSTONE = millis(16_000);

  /** As the node sets it up. */
  private static final int REPAIRS_IN_PRODUCTION = 4;

  /** A quarter of the runs have two members. */
  private static final int[] MEMBERS = {2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7};

  /**
   * For seeds below {@link Seeds#FRESH}, so that seeds which mutants and lists of failures name
   * keep their meaning.
   */
  private static final int[] MEMBERS_OF_NAMED_SEEDS = {
    2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 7
  };

  final long seed;
  final int members;
  final int secondaries;
  final boolean consistent;
  final boolean forgetful;

  /** How far a clock's rate may be from the true one, as a fraction. */
  final double skew;

  private final boolean zoned;
  private final boolean versioned;
  private final boolean leased;

  /** Whether as few sessions are repaired at a time as in production, and users do not wait. */
  private final boolean paced;

  /**
   * The bytes that a member holds for others, except while the cluster settles: 0 to 5 small
   * sessions.
   */
  final long maxHeldBytes;

  /** Whether the clocks of members show any time as these start, the wall clocks too. */
  private final boolean wrongClocks;

  /** How likely it is that the values of a commit cannot be encoded. */
  final double encodingFailure;

  final SimulatedNetwork.Weather weather;
  private final @Nullable Set<String> kept;
  private final Set<String> used = new LinkedHashSet<>();

  /** Requests that were sent, for each client; names for all of them would cost too much. */
  private final List<BitSet> requests = new ArrayList<>();

  private Plan(long seed, int wantedMembers, @Nullable Set<String> kept) {
    this.seed = seed;
    this.kept = kept;
    Dice dice = new Dice(seed, "plan");
    int[] sizes = seed < Seeds.FRESH ? MEMBERS_OF_NAMED_SEEDS : MEMBERS;
    int drawn = sizes[dice.below(sizes.length)];
    members = wantedMembers > 0 ? wantedMembers : drawn;
    double copies = dice.upTo(1);
    secondaries = copies < 0.04 ? 0 : copies < 0.26 && members > 2 ? 2 : 1;
    forgetful = dice.chance(0.4);
    // Neither of two members has a majority without the other; without copies nobody notices a cut.
    consistent = dice.chance(0.25) && members > 2 && secondaries > 0;
    double fast = dice.upTo(1);
    skew = has("skew") ? (fast < 0.4 ? 0 : fast < 0.8 ? 0.02 : 0.1) : 0;
    weather =
        new SimulatedNetwork.Weather(
            drawn("loss", dice.upTo(0.05)),
            drawn("repetition", dice.upTo(0.05)),
            drawn("slow", dice.upTo(0.05)),
            drawn("full", dice.chance(0.5) ? dice.upTo(0.02) : 0));
    zoned = dice.chance(0.5) && has("zones");
    versioned = dice.chance(0.3) && has("versions");
    // Its length leaves room for clocks that run 5 % apart.
    leased = consistent && skew < 0.05 && dice.chance(0.75) && has("lease");
    paced = dice.chance(0.25) && has("pace");
    boolean ofAllKinds = seed >= FIRST_OF_ALL_KINDS;
    Dice room = new Dice(seed, "room");
    boolean bounded = seed >= Seeds.FRESH && room.chance(0.15) && has("room");
    maxHeldBytes = bounded ? 250L * room.below(6) : Long.MAX_VALUE;
    wrongClocks = ofAllKinds && new Dice(seed, "wrong clocks").chance(0.25) && has("clocks");
    Dice encoding = new Dice(seed, "encodings");
    boolean fails = ofAllKinds && encoding.chance(0.25) && has("encoding");
    encodingFailure = fails ? encoding.upTo(0.4) : 0;
  }

  static Plan ofSeed(long seed) {
    return new Plan(seed, 0, null);
  }

  /** The run of this plan's seed with fewer members, or fewer parts, or both. */
  Plan with(int fewerMembers, Set<String> parts) {
    return new Plan(seed, fewerMembers, new LinkedHashSet<>(parts));
  }

  private double drawn(String part, double value) {
    return value > 0 && has(part) ? value : 0;
  }

  /** Whether the run does this; what was asked for and there is {@link #used}. */
  boolean has(String part) {
    boolean there = kept == null || kept.contains(part);
    if (there) {
      used.add(part);
    }
    return there;
  }

  /** Whether the run sends that request of a client. */
  boolean hasRequest(int client, int number) {
    if (kept != null && !kept.contains(name(client, number))) {
      return false;
    }
    while (requests.size() <= client) {
      requests.add(new BitSet());
    }
    requests.get(client).set(number);
    return true;
  }

  private static String name(int client, int number) {
    return "c" + client + "." + number;
  }

  /** The parts that a run has come to so far. */
  Set<String> used() {
    Set<String> all = new LinkedHashSet<>(used);
    for (int client = 0; client < requests.size(); client++) {
      String prefix = "c" + client + ".";
      requests.get(client).stream().forEach(number -> all.add(prefix + number));
    }
    return all;
  }

  /** All parts that are left of a smaller plan; of a whole one, what its run has come to. */
  Set<String> parts() {
    return kept == null ? used() : new LinkedHashSet<>(kept);
  }

  Plan without(String part) {
    Set<String> rest = parts();
    rest.remove(part);
    return with(members, rest);
  }

  ReplicaConfig config() {
    long tombstone = forgetful ? SHORT_TOMBSTONE : SimulatedCluster.CONFIG.tombstoneNanos();
    return SimulatedCluster.config(
        secondaries,
        tombstone,
        consistent ? members : 0,
        leased,
        paced ? REPAIRS_IN_PRODUCTION : SimulatedCluster.REPAIRS_PER_TICK);
  }

  boolean isPaced() {
    return paced;
  }

  boolean isShortOfRoom() {
    return maxHeldBytes < Long.MAX_VALUE;
  }

  boolean isLeased() {
    return leased;
  }

  /**
   * Whether members start behind a cut once the other failures are over. Drawn apart, and last in a
   * run, so that the older seeds of {@code failing-seeds.txt} keep their meaning.
   */
  boolean startsBehindCut() {
    return new Dice(seed, "start").chance(0.2) && has("faultAtStart");
  }

  boolean hasWrongClocks() {
    return wrongClocks;
  }

  boolean hasZones() {
    return zoned;
  }

  boolean hasVersions() {
    return versioned;
  }

  /** One of two; a member that is started again is where it was. */
  String zoneOf(String name) {
    return zoned ? "z" + new Dice(seed, "zone of " + name).below(2) : "";
  }

  /** One of two, as in the midst of an upgrade. */
  String versionOf(String name, long incarnation) {
    return versioned ? "v" + new Dice(seed, "version of " + name, incarnation).below(2) : "";
  }

  static Plan parse(String text) {
    String[] fields = text.split("/", -1);
    long seed = Long.parseLong(fields[0]);
    if (fields.length == 1) {
      return ofSeed(seed);
    }
    if (fields.length != 3) {
      throw new IllegalArgumentException(
          "a plan is SEED or SEED/MEMBERS/PART,PART,…, but this has "
              + fields.length
              + " fields: "
              + text);
    }
    Set<String> parts = new LinkedHashSet<>();
    for (String part : fields[2].split(",", -1)) {
      int dash = part.indexOf('-');
      if (dash < 0) {
        parts.add(part);
        continue;
      }
      int dot = part.indexOf('.');
      int last = Integer.parseInt(part.substring(dash + 1));
      for (int i = Integer.parseInt(part.substring(dot + 1, dash)); i <= last; i++) {
        parts.add(part.substring(0, dot + 1) + i);
      }
    }
    return new Plan(seed, Integer.parseInt(fields[1]), parts);
  }

  @Override
  public String toString() {
    if (kept == null) {
      return Long.toString(seed);
    }
    List<String> parts = new ArrayList<>();
    List<String> sorted = new ArrayList<>(kept);
    sorted.sort(
        Comparator.comparing(Plan::clientOf)
            .thenComparingInt(Plan::numberOf)
            .thenComparing(Comparator.naturalOrder()));
    String open = "";
    int first = 0;
    int last = 0;
    for (String part : sorted) {
      String client = clientOf(part);
      int number = numberOf(part);
      if (!client.isEmpty() && client.equals(open) && number == last + 1) {
        last = number;
        continue;
      }
      endRange(parts, open, first, last);
      open = client;
      first = number;
      last = number;
      if (client.isEmpty()) {
        parts.add(part);
      }
    }
    endRange(parts, open, first, last);
    return seed + "/" + members + "/" + String.join(",", parts);
  }

  /** With the dot; empty if the part is not a request. */
  private static String clientOf(String part) {
    return part.substring(0, part.indexOf('.') + 1);
  }

  private static int numberOf(String part) {
    int dot = part.indexOf('.');
    return dot < 0 ? 0 : Integer.parseInt(part.substring(dot + 1));
  }

  private static void endRange(List<String> parts, String client, int first, int last) {
    if (!client.isEmpty()) {
      parts.add(client + first + (last > first ? "-" + last : ""));
    }
  }
}
