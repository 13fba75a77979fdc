// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Letters as JSON. What comes in is hostile until it has been read: a letter has at most {@value
 * #MAX_BYTES} bytes, a type that is known, and each component of it and no other; a histogram has
 * the precision and the range that ours have, looked at before anything is allocated for it.
 */
final class LetterCodec {
  /** Below the longest frame that the group's transport accepts. */
  static final int MAX_BYTES = 200_000;

  private static final String TYPE = "type";
  private static final Map<String, Class<? extends Letter>> TYPES =
      Stream.of(
              Letter.Invite.class,
              Letter.Hello.class,
              Letter.Refusal.class,
              Letter.Body.class,
              Letter.Plan.class,
              Letter.Ask.class,
              Letter.Figures.class,
              Letter.Trouble.class,
              Letter.Farewell.class)
          .collect(Collectors.toUnmodifiableMap(LetterCodec::name, Function.identity()));

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** As the recorder of a crowd has it. */
  private static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(10);

  private static final int MAX_DIGITS = 3;
  private static final int DIGITS_AT = 12;
  private static final int LOWEST_AT = 16;
  private static final int HIGHEST_AT = 24;
  private static final int HEADER_BYTES = 40;

  private LetterCodec() {}

  /**
   * Writes a letter.
   *
   * @throws IOException if it would be longer than {@value #MAX_BYTES} bytes
   */
  static byte[] write(Letter letter) throws IOException {
    ObjectNode json = JSON.valueToTree(letter);
    byte[] bytes = JSON.writeValueAsBytes(json.put(TYPE, name(letter.getClass())));
    if (bytes.length > MAX_BYTES) {
      throw new IOException(
          "a letter " + json.get(TYPE) + " has " + bytes.length + " bytes, at most " + MAX_BYTES);
    }
    return bytes;
  }

  /**
   * Reads a letter.
   *
   * @throws IOException if it is none
   */
  static Letter read(byte[] bytes, int offset, int length) throws IOException {
    if (length > MAX_BYTES) {
      throw new IOException("a letter has " + length + " bytes, at most " + MAX_BYTES);
    }
    JsonNode json = JSON.readTree(bytes, offset, length);
    if (!(json instanceof ObjectNode letter)) {
      throw new IOException("a letter must be a JSON object");
    }
    JsonNode type = letter.remove(TYPE);
    Class<? extends Letter> known = type == null ? null : TYPES.get(type.asText());
    if (known == null) {
      throw new IOException("a letter has an unknown type");
    }
    try {
      return JSON.treeToValue(letter, known);
    } catch (JsonProcessingException e) {
      throw new IOException("a letter " + name(known) + " cannot be read", e);
    }
  }

  /** A histogram as text, without loss. */
  static String text(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.flip();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IOException if it did not
   */
  static Histogram histogram(String text) throws IOException {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      if (bytes.remaining() < HEADER_BYTES
          || bytes.getInt(DIGITS_AT) < 1
          || bytes.getInt(DIGITS_AT) > MAX_DIGITS
          || bytes.getLong(LOWEST_AT) != 1
          || bytes.getLong(HIGHEST_AT) < 2
          || bytes.getLong(HIGHEST_AT) > MAX_MICROS) {
        throw new IOException("a histogram does not have the range of ours");
      }
      return Histogram.decodeFromByteBuffer(bytes, 0);
    } catch (RuntimeException e) {
      throw new IOException("a histogram cannot be read", e);
    }
  }

  private static String name(Class<?> type) {
    return type.getSimpleName().toLowerCase(Locale.ROOT);
  }
}
