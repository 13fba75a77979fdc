// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.session.SessionRuns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whether tests would notice if a rule of the protocol were left out: the simulator must find each
 * {@link Mutant} of {@code mutants.txt} within 200 seeds ({@code -Dmutants.seeds=N}) or as many as
 * are said there, or, where it is said why the simulator cannot, a directed test must; and the code
 * as it is must pass the very seed or test that found the mutant. {@link MutantListTest} sees to
 * the list.
 *
 * <p>{@code -Dmutants=all} tries all of them, {@code -Dmutants=NAME,NAME} just these, and {@code
 * -Dmutants=N} as many of those that are found quickly, drawn anew in each build, besides those
 * that have not been found yet.
 *
 * <p>The seed or the test that found a mutant last, as {@code mutants-found.txt} says, is tried
 * first, which saves half of the time; then all others in turn. Each run of all writes that file
 * anew, to {@code target/}.
 */
class ProtocolMutationIT {
  private static final int THREADS = 2;
  private static final long MOST_MINUTES = 60;

  /** The highest seed at which a mutant counts as found quickly. */
  private static final long QUICKLY_FOUND = 10;

  private static final String ALL = "all";
  private static final String HINTS = "mutants-found.txt";
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern TEST_THAT_FAILS = Pattern.compile("(\\w+\\.\\w+) fails");

  private static final ExecutorService EXECUTOR =
      Executors.newFixedThreadPool(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "mutants");
            thread.setDaemon(true);
            return thread;
          });

  private static final Map<Mutant, Finding> FOUND = new ConcurrentHashMap<>();

  private static final Map<String, String> FOUND_LAST = foundLast();

  /** The runs that have found a mutant, and were tried on the unchanged code. */
  private static final Set<String> TRIED_UNCHANGED = ConcurrentHashMap.newKeySet();

  private static final Map<Class<? extends LongConsumer>, LongConsumer> UNCHANGED = new HashMap<>();

  /**
   * @param seed that found it, or -1
   */
  private record Finding(long seed, String broken, double seconds) {
    /** The runs to try first the next time. */
    String where(boolean directed) {
      Matcher test = TEST_THAT_FAILS.matcher(broken);
      return directed && test.lookingAt() ? test.group(1) : Long.toString(seed);
    }
  }

  @AfterAll
  static void stop() {
    EXECUTOR.shutdownNow();
    Comparator<Map.Entry<Mutant, Finding>> bySeed =
        Comparator.comparingLong(found -> found.getValue().seed);
    List<Map.Entry<Mutant, Finding>> bySeeds =
        FOUND.entrySet().stream()
            .filter(found -> !found.getKey().directed())
            .sorted(bySeed.reversed())
            .toList();
    String last =
        bySeeds.stream()
            .limit(5)
            .map(found -> found.getKey().name() + " " + found.getValue().seed)
            .collect(Collectors.joining(", "));
    System.out.printf(
        Locale.ROOT,
        "mutants: %d found, %d of them by the simulator, last at seeds: %s; %d by directed tests%n",
        FOUND.size(),
        bySeeds.size(),
        last,
        FOUND.size() - bySeeds.size());
    if (System.getProperty("mutants", ALL).equals(ALL)) {
      writeFound();
    }
  }

  private static Map<String, String> foundLast() {
    Map<String, String> found = new HashMap<>();
    try (InputStream in = ProtocolMutationIT.class.getResourceAsStream(HINTS)) {
      String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .map(line -> line.split(" ", 2))
          .filter(words -> words.length == 2)
          .forEach(words -> found.put(words[0], words[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static void writeFound() {
    List<String> lines =
        FOUND.entrySet().stream()
            .map(
                found ->
                    found.getKey().name() + " " + found.getValue().where(found.getKey().directed()))
            .sorted()
            .toList();
    try {
      Files.write(Path.of(System.getProperty("basedir", ""), "target", HINTS), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> findsEachMistake_withinItsSeeds() throws IOException {
    return chosen().stream()
        .map(
            mutant -> {
              Future<Finding> search = EXECUTOR.submit(() -> search(mutant));
              return dynamicTest(
                  mutant.name(),
                  () -> {
                    Finding found = finding(search);
                    print(mutant.name(), mutant.rule(), found);
                    if (found.seed < 0) {
                      fail(
                          "mutant "
                              + mutant.name()
                              + " (rule "
                              + mutant.rule()
                              + ") was not noticed "
                              + (mutant.directed()
                                  ? "by any directed test"
                                  : "within " + seeds(mutant) + " seeds"));
                    }
                    FOUND.put(mutant, found);
                  });
            })
        .toList()
        .stream();
  }

  private static int seeds(Mutant mutant) {
    if (mutant.directed()) {
      return 1;
    }
    int own = mutant.seeds().most();
    return own > 0 ? own : Integer.getInteger("mutants.seeds", 200);
  }

  private static List<Mutant> chosen() throws IOException {
    List<Mutant> all = MutantReader.all();
    String wanted = System.getProperty("mutants", ALL);
    if (wanted.equals(ALL)) {
      return all;
    }
    if (NUMBER.matcher(wanted).matches()) {
      return sample(all, Integer.parseInt(wanted));
    }
    Set<String> names = Set.copyOf(Arrays.asList(wanted.split(",", -1)));
    List<Mutant> some = all.stream().filter(mutant -> names.contains(mutant.name())).toList();
    if (some.size() < names.size()) {
      throw new IllegalArgumentException("-Dmutants=" + wanted + " names an unknown mutant");
    }
    return some;
  }

  /**
   * The mutants that no run has found yet, and {@code count} others: a mutant that the simulator
   * finds only after many runs takes minutes, and is left to a run of all.
   */
  private static List<Mutant> sample(List<Mutant> all, int count) {
    List<Mutant> sample = new ArrayList<>(all);
    sample.removeIf(mutant -> FOUND_LAST.containsKey(mutant.name()));
    List<Mutant> others = new ArrayList<>(all);
    others.removeAll(sample);
    others.removeIf(mutant -> !mutant.directed() && isRare(mutant, FOUND_LAST.get(mutant.name())));
    Collections.shuffle(others, new Random(Seeds.one()));
    int fresh = sample.size();
    sample.addAll(others.subList(0, Math.min(count, others.size())));
    System.out.printf(
        "mutants: %d of %d are tried, drawn with -Dseed=%d; %d of them were never found before%n",
        sample.size(), all.size(), Seeds.one(), fresh);
    return sample;
  }

  /** Whether that is a seed after many. */
  private static boolean isRare(Mutant mutant, String foundBy) {
    long before = mutant.seeds().plans().before();
    return NUMBER.matcher(foundBy).matches() && Long.parseLong(foundBy) - before > QUICKLY_FOUND;
  }

  /**
   * Whether what found a mutant finds nothing in the code as it is: that seed, or that test alone,
   * without its siblings.
   */
  private static void verifyUnchanged(Mutant mutant, Finding found) throws IOException {
    Class<? extends LongConsumer> noticing = noticing(mutant);
    String where = found.where(mutant.directed());
    if (!TRIED_UNCHANGED.add(noticing.getName() + ' ' + where)) {
      return;
    }
    LongConsumer unchanged;
    synchronized (UNCHANGED) {
      unchanged = UNCHANGED.get(noticing);
      if (unchanged == null) {
        unchanged = MutatedProtocol.unchanged().load(noticing);
        UNCHANGED.put(noticing, unchanged);
      }
    }
    Finding broken;
    // One at a time: tests keep what they share in static fields.
    synchronized (unchanged) {
      broken = tryFirst(unchanged, where, Integer.MAX_VALUE);
    }
    if (broken != null) {
      throw new AssertionError(where + " fails without any mistake: " + broken.broken);
    }
  }

  private static Finding search(Mutant mutant) throws IOException {
    LongConsumer runs = MutatedProtocol.with(mutant).load(noticing(mutant));
    long start = System.nanoTime();
    long before = mutant.directed() ? 0 : mutant.seeds().plans().before();
    long last = before + seeds(mutant);
    Finding again = tryFirst(runs, FOUND_LAST.getOrDefault(mutant.name(), ""), last);
    Finding found = again == null ? run(runs, before + 1, last) : again;
    if (found.seed >= 0) {
      verifyUnchanged(mutant, found);
    }
    return new Finding(found.seed, found.broken, secondsSince(start));
  }

  /** Returns what {@code last} finds, a seed or a test; null if that is nothing. */
  @SuppressWarnings("unchecked")
  private static @Nullable Finding tryFirst(LongConsumer runs, String last, long mostSeed) {
    if (last.isEmpty()) {
      return null;
    }
    if (!Character.isDigit(last.charAt(0))) {
      return runs instanceof Consumer<?>
          ? tried(1, () -> ((Consumer<String>) runs).accept(last))
          : null;
    }
    long seed = Long.parseLong(last);
    return seed <= mostSeed ? tried(seed, () -> runs.accept(seed)) : null;
  }

  /** Anything thrown is a finding: an invariant, an assertion of the code itself, a stuck run. */
  private static @Nullable Finding tried(long seed, Runnable run) {
    try {
      run.run();
      return null;
    } catch (AssertionError | RuntimeException | StackOverflowError broken) {
      return new Finding(seed, String.valueOf(broken.getMessage()), 0);
    }
  }

  private static Class<? extends LongConsumer> noticing(Mutant mutant) {
    if (mutant.directed()) {
      return mutant.isOfSession() ? SessionRuns.class : DirectedRuns.class;
    }
    return switch (mutant.seeds().plans()) {
      case ANY -> SeededRuns.class;
      case CONSISTENT -> ConsistentRuns.class;
      case ENCODING -> EncodingRuns.class;
    };
  }

  private static Finding run(LongConsumer runs, long first, long last) {
    long start = System.nanoTime();
    for (long seed = first; seed <= last; seed++) {
      long each = seed;
      Finding found = tried(each, () -> runs.accept(each));
      if (found != null) {
        return found;
      }
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
    }
    return new Finding(-1, "", secondsSince(start));
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static Finding finding(Future<Finding> search) throws Exception {
    try {
      return search.get(MOST_MINUTES, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private static void print(String name, String rule, Finding found) {
    String broken = found.broken.lines().findFirst().orElse("");
    System.out.printf(
        Locale.ROOT,
        "mutant %-34s rule %-6s %-10s %6.1f s  %s%n",
        name,
        rule,
        found.seed < 0 ? "not found" : "seed " + found.seed,
        found.seconds,
        broken.substring(0, Math.min(100, broken.length())));
  }
}
