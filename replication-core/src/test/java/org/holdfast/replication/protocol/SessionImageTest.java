// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.bytes.VarInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An image contains what a map would after the same steps, in whichever form, and a step copies no
 * more than it has to. {@code -Dseed=} replays a seed.
 */
class SessionImageTest {
  private static final int RUNS = 60;
  private static final int STEPS = 40;

  private final long seed = Seeds.one();
  private final Random random = new Random(seed);

  /** The session as it should be. */
  private final Map<String, byte[]> model = new HashMap<>();

  private byte[] settings = new byte[0];

  /** The number of names that a run draws from. */
  private int names;

  private byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String name() {
    int number = random.nextInt(names);
    return number == 0 ? "" : "attribute-ü-" + number * 7_919 % 1_000;
  }

  /** Returns a few changes, many attributes anew, the end of most, or a short value for each. */
  private Changes step() {
    int kind = random.nextInt(20);
    int changes = kind == 0 ? names : random.nextInt(4);
    int removals = kind == 1 ? 3 * names : random.nextInt(3);
    Map<String, byte[]> changed = new HashMap<>();
    for (int i = 0; i < changes; i++) {
      changed.put(name(), bytes(random.nextInt(50) == 0 ? 20_000 : random.nextInt(1_200)));
    }
    if (kind == 2) {
      model.keySet().forEach(name -> changed.put(name, bytes(50)));
    }
    Set<String> removed = new HashSet<>();
    for (int i = 0; i < removals; i++) {
      removed.add(name());
    }
    removed.removeAll(changed.keySet());
    return new Changes(random.nextInt(5) == 0 ? bytes(90) : null, changed, removed);
  }

  private void apply(Changes step) {
    byte[] next = step.settings();
    settings = next == null ? settings : next;
    model.keySet().removeAll(step.removed());
    model.putAll(step.changed());
  }

  @Test
  void containsWhatAMapWould_afterAnySteps() {
    int paged = 0;
    int joined = 0;
    for (int run = 0; run < RUNS; run++) {
      names = List.of(2, 12, 60, 400).get(run % 4);
      model.clear();
      settings = bytes(90);
      SessionImage image = new SessionImage(settings, Map.of());
      for (int i = 0; i < STEPS; i++) {
        Changes step = step();
        apply(step);
        byte[] before = image.packed().clone();
        SessionImage next = step.applyTo(image);
        assertThat(Arrays.equals(image.packed(), before)).as("seed %d", seed).isTrue();
        assertIsTheModel(next);
        joined += isPaged(image) && !isPaged(next) ? 1 : 0;
        paged += isPaged(next) ? 1 : 0;
        image = random.nextInt(8) == 0 ? arrived(next) : next;
      }
    }
    assertThat(paged).as("images in pages, seed %d", seed).isPositive();
    assertThat(joined).as("images that are one array again, seed %d", seed).isPositive();
  }

  private static boolean isPaged(SessionImage image) {
    return image.content() instanceof PagedImage;
  }

  private void assertIsTheModel(SessionImage image) {
    assertSame(image.settings(), settings);
    assertThat(image.attributeCount()).as("seed %d", seed).isEqualTo(model.size());
    Map<String, byte[]> found = image.attributes();
    assertThat(found.keySet()).as("seed %d", seed).isEqualTo(model.keySet());
    model.forEach(
        (name, envelope) -> {
          assertSame(found.get(name), envelope);
          assertSame(image.attribute(name), envelope);
        });
    assertThat(image.attribute("absent")).as("seed %d", seed).isNull();
    byte[] packed = image.packed();
    assertThat(image.packedBytes()).as("seed %d", seed).isEqualTo(packed.length);
    assertThat(SessionImage.ofPacked(packed).content())
        .as("in order, as a receiver finds it, seed %d", seed)
        .isSameAs(packed);
    byte[] written = new byte[packed.length + 3];
    image.write(written, 3);
    assertSame(Arrays.copyOfRange(written, 3, written.length), packed);
    if (image.content() instanceof PagedImage paged) {
      assertPagesAreNeitherLongNorMany(paged);
    }
  }

  /** An array assertion compares byte by byte, which took a minute in all. */
  private void assertSame(byte @Nullable [] actual, byte[] expected) {
    assertThat(Arrays.equals(actual, expected)).as("seed %d", seed).isTrue();
  }

  private void assertPagesAreNeitherLongNorMany(PagedImage image) {
    List<Integer> pages = new ArrayList<>();
    image.forEachPage(
        page -> {
          int attributes = 0;
          while (page.nextAttribute()) {
            attributes++;
          }
          pages.add(page.position());
          assertThat(attributes == 1 || page.position() <= PagedImage.MOST_PAGE_BYTES)
              .as("%d attributes in %d bytes, seed %d", attributes, page.position(), seed)
              .isTrue();
        });
    double mean = pages.stream().mapToInt(Integer::intValue).average().orElseThrow();
    assertThat(pages.size() == 1 || mean >= PagedImage.LEAST_MEAN_BYTES)
        .as("%d pages of %.0f bytes, seed %d", pages.size(), mean, seed)
        .isTrue();
  }

  /** Returns the image as another member gets it: in one array, or from one that does not sort. */
  private SessionImage arrived(SessionImage image) {
    if (random.nextBoolean()) {
      return SessionImage.ofPacked(image.packed());
    }
    List<String> order = new ArrayList<>(model.keySet());
    Collections.shuffle(order, random);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(settings, bytes);
    VarInt.write(order.size(), bytes);
    for (String name : order) {
      write(name.getBytes(StandardCharsets.UTF_8), bytes);
      write(model.get(name), bytes);
    }
    SessionImage arrived = SessionImage.ofPacked(bytes.toByteArray());
    assertIsTheModel(arrived);
    return arrived;
  }

  private static void write(byte[] value, ByteArrayOutputStream to) {
    VarInt.write(value.length, to);
    to.writeBytes(value);
  }

  /** The names have equal hash codes: nobody can make a step dear by their choice. */
  @Test
  void copiesAFewPagesAtMost_howeverManyAttributesThereAre() {
    long few = bytesAllocatedByAStep(10);
    long many = bytesAllocatedByAStep(400);

    assertThat(few).isLessThan(2L * PagedImage.MOST_PAGE_BYTES);
    assertThat(many).isLessThan(2L * PagedImage.MOST_PAGE_BYTES);
  }

  private static long bytesAllocatedByAStep(int attributes) {
    Map<String, byte[]> all = new HashMap<>();
    for (int i = 0; i < attributes; i++) {
      all.put(nameOfEqualHash(i), new byte[1_000]);
    }
    assertThat(all.keySet().stream().map(String::hashCode).distinct()).hasSize(1);
    SessionImage image = new SessionImage(new byte[60], all);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long most = 0;
    for (int i = 0; i < attributes; i++) {
      Changes step = new Changes(null, Map.of(nameOfEqualHash(i), new byte[1_000]), Set.of());
      // Twice: the first call of a method may load classes.
      step.applyTo(image);
      long before = threads.getThreadAllocatedBytes(self);
      image = step.applyTo(image);
      most = Math.max(most, threads.getThreadAllocatedBytes(self) - before);
    }
    return most;
  }

  private static String nameOfEqualHash(int number) {
    StringBuilder name = new StringBuilder();
    for (int bit = 0; bit < 9; bit++) {
      name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return name.toString();
  }

  @Test
  void isRefused_whenItHasMoreAttributesThanAReceiverTakes() {
    Map<String, byte[]> attributes = new HashMap<>();
    for (int i = 0; i <= SessionImage.MOST_ATTRIBUTES; i++) {
      // One character wherever it can be: the session must not be too long as well.
      attributes.put(i < 0xD800 ? "" + (char) i : "x" + (char) (i - 0xD800), new byte[0]);
    }
    SessionImage tooMany = new SessionImage(new byte[0], attributes);
    attributes.remove("a");
    SessionImage most = new SessionImage(new byte[0], attributes);
    RecordingReplica here = new RecordingReplica(RecordingReplica.member(0));

    assertThat(most.attributeCount())
        .isEqualTo(SessionImage.MOST_ATTRIBUTES)
        .isEqualTo(SessionImage.ofPacked(most.packed()).attributeCount());
    here.replica.create("most", most, -1, here.now());
    assertThatThrownBy(() -> here.replica.create("more", tooMany, -1, here.now()))
        .isInstanceOf(SessionTooLargeException.class)
        .hasMessageContaining("65,537 attributes, more than the 65,536");
  }
}
