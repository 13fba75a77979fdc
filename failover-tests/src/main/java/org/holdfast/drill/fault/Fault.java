// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.fault;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Something that is done to one node. What an engine cannot do, it says: see {@code Cluster.lacks}.
 */
public sealed interface Fault {

  /** How a report names what was done, as in {@code "killed node-1"}: {@code "killed"}. */
  String words();

  /** Its name in files and on command lines, such as {@code slow-cpu}. */
  default String key() {
    return getClass().getSimpleName().replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** What else there is to say of it, by the names of keys in files, as texts. */
  default Map<String, String> parameters() {
    return Map.of();
  }

  /** Whether the node's process ends by it: nothing to heal, but it can be started again. */
  default boolean endsNode() {
    return false;
  }

  /**
   * Whether users of the node have to go elsewhere while it lasts, and the others drop it from
   * their view if it lasts longer than their failure detector waits.
   */
  default boolean takesNodeAway() {
    return endsNode();
  }

  /** Whether it changes how a device sends; a device can do one such thing at a time. */
  default boolean shapes() {
    return false;
  }

  /** Whether a node can have one of both at a time only. */
  default boolean excludes(Fault other) {
    return equals(other) || shapes() && other.shapes();
  }

  /** SIGKILL: as a crash, or a plug that is pulled. */
  record Kill() implements Fault {
    @Override
    public String words() {
      return "killed";
    }

    @Override
    public boolean endsNode() {
      return true;
    }
  }

  /** SIGTERM: the node hands its sessions over, leaves and ends. */
  record Stop() implements Fault {
    @Override
    public String words() {
      return "stopped";
    }

    @Override
    public boolean endsNode() {
      return true;
    }
  }

  /**
   * SIGTERM to the first of exactly two nodes and, while it hands its sessions over, SIGKILL to the
   * second.
   *
   * @param after the time between the two, 1 ms to 60 s
   */
  record StopAndKill(Duration after) implements Fault {
    public StopAndKill {
      requireBetween("after in ms", after.toMillis(), 1, 60_000);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("after", after.toMillis() + "ms");
    }

    @Override
    public String words() {
      return "stopped and, meanwhile, killed";
    }

    /** Returns why a drill in which the second was killed after the first had ended is void. */
    public FaultException tooLate(String stopped, String killed) {
      return new FaultException(
          stopped
              + " had stopped before "
              + killed
              + " was killed, "
              + after.toMillis()
              + " ms after its SIGTERM: use slow requests that delay the stop, or a shorter time before the kill");
    }

    @Override
    public boolean endsNode() {
      return true;
    }
  }

  /** SIGSTOP, or its like for a container, until it is healed: as a hang or a long collection. */
  record Pause() implements Fault {
    @Override
    public String words() {
      return "paused";
    }

    /** One that stands still obeys no signal, and runs nothing that would take its room. */
    @Override
    public boolean excludes(Fault other) {
      return Fault.super.excludes(other)
          || other instanceof Stop
          || other instanceof OutOfMemory
          || other instanceof FullDisk;
    }

    @Override
    public boolean takesNodeAway() {
      return true;
    }
  }

  /** What a cut lets through. */
  enum Direction {
    /** Nothing, neither way. */
    BOTH,
    /** What the node sends is lost; it still hears the others. */
    OUTBOUND,
    /** What is sent to the node is lost; the others still hear it. */
    INBOUND;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Cuts the node off from the nodes that are not cut off with it; its clients still reach it. */
  record Cut(Direction direction) implements Fault {
    @Override
    public Map<String, String> parameters() {
      return Map.of("direction", direction.toString());
    }

    @Override
    public String words() {
      return direction == Direction.BOTH ? "cut off" : "cut off " + direction;
    }

    @Override
    public boolean takesNodeAway() {
      return true;
    }
  }

  /**
   * Cuts the link between exactly two nodes, while both still reach all others and their clients.
   *
   * @param direction as the first of the two sees it
   */
  record CutLink(Direction direction) implements Fault {
    @Override
    public Map<String, String> parameters() {
      return Map.of("direction", direction.toString());
    }

    @Override
    public String words() {
      String words = "cut off from each other";
      return direction == Direction.BOTH ? words : words + " " + direction;
    }
  }

  /**
   * Drops packets between the node and the others.
   *
   * @param percent of those that it sends, and of those that reach it, 1 to 90
   */
  record Loss(int percent) implements Fault {
    public Loss {
      requireBetween("loss in percent", percent, 1, 90);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("percent", Integer.toString(percent));
    }

    @Override
    public String words() {
      return "given " + percent + " % packet loss";
    }
  }

  /**
   * Limits what the node can send to the others.
   *
   * @param kilobitsPerSecond 8 to 10,000,000
   */
  record Bandwidth(long kilobitsPerSecond) implements Fault {
    public Bandwidth {
      requireBetween("bandwidth in kbit/s", kilobitsPerSecond, 8, 10_000_000);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("kbit", Long.toString(kilobitsPerSecond));
    }

    @Override
    public String words() {
      return "limited to " + kilobitsPerSecond + " kbit/s";
    }

    @Override
    public boolean shapes() {
      return true;
    }
  }

  /** Delays what the node sends to the others, 1 ms to 10 s; needs netem in the kernel. */
  record Delay(Duration by) implements Fault {
    public Delay {
      requireBetween("delay in ms", by.toMillis(), 1, 10_000);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("by", by.toMillis() + "ms");
    }

    @Override
    public String words() {
      return "delayed by " + by.toMillis() + " ms";
    }

    @Override
    public boolean shapes() {
      return true;
    }
  }

  /**
   * Leaves the node a share of a processor.
   *
   * @param percent of one processor, 1 to 100
   */
  record SlowCpu(int percent) implements Fault {
    public SlowCpu {
      requireBetween("cpu in percent of a processor", percent, 1, 100);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("percent", Integer.toString(percent));
    }

    @Override
    public String words() {
      return "given " + percent + " % of a processor";
    }
  }

  /** Takes memory from the node until the kernel kills it. */
  record OutOfMemory() implements Fault {
    @Override
    public String words() {
      return "run out of memory";
    }

    @Override
    public boolean endsNode() {
      return true;
    }
  }

  /** Sets the wall clock that the node sees, forwards or backwards, by up to a year. */
  record ClockJump(Duration by) implements Fault {
    public ClockJump {
      requireBetween("clock jump in s", by.abs().toSeconds(), 1, 366L * 86_400);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("by", by.toSeconds() + "s");
    }

    @Override
    public String words() {
      return "given a clock jump of " + by.toSeconds() + " s";
    }
  }

  /** The port that strangers connect to. */
  enum StrangersPort {
    /** The port on which the node accepts members. */
    MEMBERSHIP,
    /** A port of this machine on which nothing listens: what strangers cost by themselves. */
    CLOSED
  }

  /**
   * Has programs that are no members connect to the port of the node, and send it what no member
   * sends.
   *
   * @param perSecond connections in a second, 1 to 2,000
   */
  record Strangers(int perSecond, StrangersPort port) implements Fault {
    public Strangers {
      requireBetween("connections of strangers in a second", perSecond, 1, 2_000);
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of(
          "rate", Integer.toString(perSecond), "port", port.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public String words() {
      return port == StrangersPort.CLOSED
          ? "left alone by " + perSecond + " strangers a second, which call closed ports"
          : "called by " + perSecond + " strangers a second";
    }
  }

  /** Fills the disk that the node's log goes to. */
  record FullDisk() implements Fault {
    @Override
    public String words() {
      return "left without disk for its log";
    }
  }

  private static void requireBetween(String name, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be between " + lowest + " and " + highest + ", was " + value);
    }
  }
}
