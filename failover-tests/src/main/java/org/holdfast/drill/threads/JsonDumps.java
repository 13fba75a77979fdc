// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of {@code jcmd Thread.dump_to_file -format=json}, read as it comes. For one thread. */
final class JsonDumps {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(1_000_000)
                  .maxNestingDepth(100)
                  .maxNameLength(10_000)
                  .build())
          .build();

  private final String source;
  private final TextPool pool;
  private final List<ThreadDump> dumps = new ArrayList<>();
  private List<DumpedThread> threads = new ArrayList<>();
  private String jvm = "";
  private String time = "";
  private boolean states;

  JsonDumps(String source, TextPool pool) {
    this.source = source;
    this.pool = pool;
  }

  List<ThreadDump> read(Reader text) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          field(parser, String.valueOf(parser.currentName()));
        }
      }
    } catch (JsonProcessingException e) {
      throw new NotADumpException(
          source
              + " is JSON with \"threadDump\", but cannot be read to its end (line "
              + (e.getLocation() == null ? 0 : e.getLocation().getLineNr())
              + "): "
              + e.getOriginalMessage(),
          e);
    }
    end();
    if (dumps.isEmpty()) {
      throw new NotADumpException(source + " is JSON with \"threadDump\", but has no \"threads\"");
    }
    return dumps;
  }

  private void field(JsonParser parser, String name) throws IOException {
    switch (name) {
      case "threadDump" -> end();
      case "time" -> time = text(parser);
      case "runtimeVersion" -> jvm = text(parser);
      case "threads" -> {
        if (parser.nextToken() == JsonToken.START_ARRAY) {
          while (hasNext(parser)) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
              threads.add(thread(parser));
            } else {
              parser.skipChildren();
            }
          }
        }
      }
      default -> {}
    }
  }

  /** Goes to the next element of an array. */
  private static boolean hasNext(JsonParser parser) throws IOException {
    JsonToken next = parser.nextToken();
    return next != null && next != JsonToken.END_ARRAY;
  }

  private static String text(JsonParser parser) throws IOException {
    JsonToken value = parser.nextToken();
    parser.skipChildren();
    return value != null && value.isScalarValue() && value != JsonToken.VALUE_NULL
        ? parser.getText()
        : "";
  }

  /** What a thread is, whatever the order of its fields. */
  private static final class Fields {
    String number = "";
    String name = "";
    String state = "";
    boolean virtual;
    final List<String> stack = new ArrayList<>();
    final List<LockLine> locks = new ArrayList<>();
  }

  private DumpedThread thread(JsonParser parser) throws IOException {
    Fields fields = new Fields();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      threadField(parser, String.valueOf(parser.currentName()), fields);
    }
    long number = fields.number.matches("\\d{1,18}") ? Long.parseLong(fields.number) : -1;
    ThreadBuilder builder = new ThreadBuilder(pool, fields.name, number).state(fields.state);
    if (fields.virtual || runsVirtual(fields.stack)) {
      builder.virtual();
    }
    states |= !fields.state.isEmpty();
    for (String frame : fields.stack) {
      builder.frame(frame);
    }
    for (LockLine lock : fields.locks) {
      builder.lock(lock);
    }
    return builder.build();
  }

  /** Before JDK 25 nothing else tells: the frame at the bottom, if the stack is whole. */
  private static boolean runsVirtual(List<String> stack) {
    return !stack.isEmpty()
        && stack.get(stack.size() - 1).startsWith("java.base/java.lang.VirtualThread.run(");
  }

  private static void threadField(JsonParser parser, String field, Fields fields)
      throws IOException {
    switch (field) {
      case "tid" -> fields.number = text(parser);
      case "name" -> fields.name = text(parser);
      case "state" -> fields.state = text(parser);
      case "virtual" -> fields.virtual = text(parser).equals("true");
      case "blockedOn" -> add(fields, LockLine.Use.ENTER, text(parser), "");
      case "waitingOn" -> add(fields, LockLine.Use.WAIT, text(parser), "");
      case "parkBlocker" -> parkBlocker(parser, fields);
      case "monitorsOwned" -> monitors(parser, fields);
      case "stack" -> stack(parser, fields);
      default -> {
        parser.nextToken();
        parser.skipChildren();
      }
    }
  }

  /** Whatever else is in it is passed over: what follows would be taken for something else. */
  private static void stack(JsonParser parser, Fields fields) throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    while (hasNext(parser)) {
      boolean isFrame = parser.currentToken() == JsonToken.VALUE_STRING;
      if (isFrame && fields.stack.size() < TextPool.MAX_FRAMES_PER_STACK) {
        fields.stack.add(parser.getText());
      }
      parser.skipChildren();
    }
  }

  private static void add(Fields fields, LockLine.Use use, @Nullable String lock, String owner) {
    DumpedLock named = lock == null ? null : LockLine.named(lock);
    if (named != null && fields.locks.size() < ThreadBuilder.MAX_LOCKS) {
      fields.locks.add(new LockLine(use, named, owner));
    }
  }

  private static void parkBlocker(JsonParser parser, Fields fields) throws IOException {
    String object = "";
    String owner = "";
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      parser.nextToken();
      if ("object".equals(field)) {
        object = parser.getText();
      } else if ("owner".equals(field)) {
        owner = "#" + parser.getText();
      }
      parser.skipChildren();
    }
    add(fields, LockLine.Use.PARK, object, owner);
  }

  /** All strings below are locks, whatever the objects around them. */
  private static void monitors(JsonParser parser, Fields fields) throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    for (int depth = 1; depth > 0; ) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return;
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.VALUE_STRING) {
        add(fields, LockLine.Use.HOLD, parser.getText(), "");
      }
    }
  }

  private void end() {
    if (!threads.isEmpty()) {
      List<DumpedThread> known = LockOwners.completed(threads, Map.of());
      dumps.add(new ThreadDump(source, jvm, time, known, FileDump.missing(states)));
    }
    threads = new ArrayList<>();
    states = false;
  }
}
