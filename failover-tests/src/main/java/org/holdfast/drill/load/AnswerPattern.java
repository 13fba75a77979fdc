// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a right answer of the user's own application looks like: status 200, and an expression that
 * is found in the body. Its group {@code counter}, or else its first group, is the counter of the
 * session: a number that each request raises by one and that begins where the application likes.
 * Immutable.
 */
public final class AnswerPattern {
  private static final int MAX_LENGTH = 1_000;

  /** Characters looked at in one answer: an expression that runs wild would hold up every user. */
  private static final int MAX_STEPS = 20_000_000;

  private static final int MAX_DIGITS = 18;

  private final Pattern pattern;
  private final boolean named;
  private final boolean numbered;

  private AnswerPattern(Pattern pattern, boolean named) {
    this.pattern = pattern;
    this.named = named;
    this.numbered = pattern.matcher("").groupCount() > 0;
  }

  /**
   * Reads an expression as {@link Pattern} does.
   *
   * @throws IllegalArgumentException if it is empty, longer than 1,000 characters or no regular
   *     expression
   */
  public static AnswerPattern of(String expression) {
    if (expression.isEmpty() || expression.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the expression of a right answer must have 1 to "
              + MAX_LENGTH
              + " characters, had "
              + expression.length());
    }
    try {
      return new AnswerPattern(Pattern.compile(expression), namesCounter(expression));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the expression of a right answer must be a regular expression, was \""
              + expression
              + "\": "
              + e.getDescription()
              + " at character "
              + e.getIndex(),
          e);
    }
  }

  /** Whether answers show a counter, so that the truth can be judged. */
  public boolean hasCounter() {
    return numbered;
  }

  /**
   * Looks for the expression in {@code body}.
   *
   * @return the counter, or nothing in it if the expression has none; empty if the answer is wrong:
   *     not found, not within bounds, or a counter that is not a number of 1 to 18 digits
   */
  Optional<OptionalLong> find(String body) {
    Matcher matcher = pattern.matcher(new BoundedText(body));
    try {
      if (!matcher.find()) {
        return Optional.empty();
      }
    } catch (StackOverflowError | OutOfStepsException e) {
      return Optional.empty(); // an answer that the expression cannot cope with is not found right
    }
    if (!numbered) {
      return Optional.of(OptionalLong.empty());
    }
    String counter = named ? matcher.group("counter") : matcher.group(1);
    if (counter == null || !isNumber(counter)) {
      return Optional.empty();
    }
    return Optional.of(OptionalLong.of(Long.parseLong(counter)));
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
  }

  /** Java 17 does not list the names of groups, but knows them in what refers back to one. */
  private static boolean namesCounter(String expression) {
    try {
      Pattern unused = Pattern.compile(expression + "\n\\k<counter>");
      return true;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return pattern.pattern();
  }

  private static final class OutOfStepsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfStepsException() {
      super("the expression took more than " + MAX_STEPS + " steps", null, false, false);
    }
  }

  /** A text that can be looked at only so often. */
  private static final class BoundedText implements CharSequence {
    private final String text;
    private int stepsLeft = MAX_STEPS;

    BoundedText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (stepsLeft-- <= 0) {
        throw new OutOfStepsException();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
