// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.zip.CRC32;
import org.holdfast.replication.Seeds;

/**
 * Feeds a target with its corpus, and then with inputs that are damaged at random, for its share of
 * {@code -Dfuzz.seconds} and at least as many as it says. An input that has the target answer as
 * none before is damaged further.
 *
 * <p>The seed is printed; {@code -Dseed=N} makes the same inputs again, as long as the time lasts.
 * An input that fails is written to {@code target/fuzz}, as a line for the corpus, which each run
 * begins with.
 */
public final class Fuzzer {
  /** The reader that is fed. */
  public interface Target {
    /**
     * Takes one input.
     *
     * @return what it did with it: the same text for inputs that it treats alike
     * @throws Exception only if it may not
     */
    String take(byte[] input) throws Exception;

    /**
     * Looks whether all is well after some inputs, for a target that shows it late.
     *
     * @throws Exception if it is not
     */
    default void check(int inputs) throws Exception {}
  }

  /** Bytes that one input may have allocated: so many, and so many for each of its own. */
  public record Allowance(long bytes, long bytesPerByte) {
    long of(byte[] input) {
      return bytes + bytesPerByte * input.length;
    }
  }

  private static final Path FAILED = Path.of("target", "fuzz");
  private static final int INPUTS_BETWEEN_LOOKS = 64;
  private static final int MOST_KEPT = 2_000;
  private static final int DEEPEST_PLACE = 6;

  /** An input that allocates too much is tried again: the first one of a kind loads classes. */
  private static final int TRIES = 3;

  private final FuzzTarget target;
  private final Path directory;
  private final long seed;
  private final LongSupplier nanos;
  private final Map<String, byte[]> corpus;
  private final List<byte[]> kept = new ArrayList<>();
  private final Set<String> answers = new HashSet<>();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long inputs;

  Fuzzer(
      FuzzTarget target,
      Map<String, byte[]> corpus,
      Path directory,
      long seed,
      LongSupplier nanos) {
    this.target = target;
    this.corpus = new TreeMap<>(corpus);
    this.directory = directory;
    this.seed = seed;
    this.nanos = nanos;
  }

  /** By the time that the thread which feeds it has a processor. */
  public static Fuzzer of(FuzzTarget target) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return new Fuzzer(
        target, Corpus.of(target), FAILED, Seeds.one(), threads::getCurrentThreadCpuTime);
  }

  /** As {@link #of}, for a target with threads of its own: by the clock. */
  public static Fuzzer byTheClock(FuzzTarget target) {
    return new Fuzzer(target, Corpus.of(target), FAILED, Seeds.one(), System::nanoTime);
  }

  /** Begins with these inputs, too. */
  public Fuzzer with(Map<String, byte[]> more) {
    corpus.putAll(more);
    return this;
  }

  /**
   * Feeds {@code fed} until the time is over.
   *
   * @throws AssertionError if it throws, takes more memory than {@code allowance}, or has had a
   *     class loaded that bytes named
   */
  public void feed(Allowance allowance, Target fed) throws Exception {
    boolean loaded = LoadedClasses.loadsBait(() -> feedAll(allowance, fed));
    if (loaded) {
      throw new AssertionError(
          String.format(
              Locale.ROOT, "one of %d inputs of seed %d had a class loaded", inputs, seed));
    }
  }

  private void feedAll(Allowance allowance, Target fed) {
    for (Map.Entry<String, byte[]> each : corpus.entrySet()) {
      kept.add(each.getValue());
      feedOne("input " + each.getKey() + " of the corpus", each.getValue(), allowance, fed);
    }
    Mutator mutator = new Mutator(seed, LoadedClasses.bait());
    long start = nanos.getAsLong();
    boolean isOver = false;
    while (!isOver) {
      List<byte[]> latest = new ArrayList<>();
      for (int i = 0; i < INPUTS_BETWEEN_LOOKS; i++) {
        byte[] input = mutator.next(kept);
        latest.add(input);
        feedOne("input " + inputs + " of seed " + seed, input, allowance, fed);
      }
      check(latest, fed);
      isOver = inputs >= target.leastInputs() && nanos.getAsLong() - start >= target.nanos();
    }
    System.out.printf(
        Locale.ROOT,
        "fuzzing %s: seed %d, %,d inputs, %d kinds of answers%n",
        target,
        seed,
        inputs,
        answers.size());
  }

  private void feedOne(String which, byte[] input, Allowance allowance, Target fed) {
    inputs++;
    String answer;
    try {
      answer = measured(input, allowance, fed);
    } catch (Throwable failure) {
      throw failed(which, input, failure);
    }
    if (kept.size() < MOST_KEPT && answers.add(answer)) {
      kept.add(input);
    }
  }

  private String measured(byte[] input, Allowance allowance, Target fed) throws Exception {
    long allocated = 0;
    for (int i = 0; i < TRIES; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      String answer = fed.take(input.clone());
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
      if (allocated <= allowance.of(input)) {
        return answer;
      }
    }
    throw new AssertionError(
        String.format(
            Locale.ROOT,
            "%,d bytes have %,d allocated, more than %,d",
            input.length,
            allocated,
            allowance.of(input)));
  }

  private void check(List<byte[]> latest, Target fed) {
    try {
      fed.check(latest.size());
    } catch (Throwable failure) {
      for (byte[] input : latest.subList(1, latest.size())) {
        Corpus.append(directory, target, nameOf(input), input);
      }
      String which =
          "one of the " + latest.size() + " inputs before " + inputs + " of seed " + seed;
      throw failed(which, latest.get(0), failure);
    }
  }

  private static String nameOf(byte[] input) {
    CRC32 sum = new CRC32();
    sum.update(input);
    return Corpus.FOUND + Long.toHexString(sum.getValue());
  }

  private AssertionError failed(String which, byte[] input, Throwable failure) {
    String name = nameOf(input);
    Path file = Corpus.append(directory, target, name, input);
    return new AssertionError(
        String.format(
            Locale.ROOT,
            "fuzzing %s: %s, of %d bytes, fails. It is line %s of %s: to have it tried in each"
                + " build, add that to the file of the same name in src/test/resources",
            target,
            which,
            input.length,
            name,
            file),
        failure);
  }

  /** Returns an answer for an input that was refused: where in the code of its reader. */
  public static String refusedAt(Exception refused) {
    StringBuilder place = new StringBuilder();
    StackTraceElement[] trace = refused.getStackTrace();
    for (int i = 0; i < Math.min(trace.length, DEEPEST_PLACE); i++) {
      place.append(trace[i].getMethodName()).append(trace[i].getLineNumber()).append(' ');
    }
    return place.toString();
  }
}
