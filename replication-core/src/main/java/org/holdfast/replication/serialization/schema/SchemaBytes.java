// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.bytes.VarInt;
import org.holdfast.replication.serialization.codec.LimitExceeded;

/**
 * A {@link Schema} as bytes: class name, code of the form, fields. A field is its name and the code
 * of its kind, where the highest bit says that the owner's name follows. Names are UTF-8 behind
 * their length, a number in groups of seven bits, the lowest first. The fields end where the bytes
 * end: no count has to be believed.
 */
public final class SchemaBytes {
  private static final int OWNED = 0x80;

  private final ByteBuffer in;

  private SchemaBytes(ByteBuffer in) {
    this.in = in;
  }

  /**
   * @throws IllegalArgumentException if it takes more than {@link Schema#MAX_BYTES}, or a name is
   *     not text
   */
  public static byte[] encode(Schema schema) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(128);
    writeName(out, schema.className());
    out.write(schema.form().code());
    for (SchemaField field : schema.fields()) {
      writeName(out, field.name());
      if (field.owner().isEmpty()) {
        out.write(field.kind().code());
      } else {
        out.write(field.kind().code() | OWNED);
        writeName(out, field.owner());
      }
    }
    if (out.size() > Schema.MAX_BYTES) {
      throw new IllegalArgumentException(
          "the schema of "
              + schema.className()
              + " takes "
              + out.size()
              + " bytes; at most "
              + Schema.MAX_BYTES);
    }
    return out.toByteArray();
  }

  private static void writeName(ByteArrayOutputStream out, String name) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    if (!new String(utf8, StandardCharsets.UTF_8).equals(name)) {
      throw new IllegalArgumentException("name \"" + name + "\" is not text");
    }
    VarInt.write(utf8.length, out);
    out.writeBytes(utf8);
  }

  /**
   * Reads all of {@code bytes}; trusts nothing in them.
   *
   * @throws LimitExceeded if they are not what {@link #encode} gives, or name a field twice
   */
  public static Schema parse(ByteBuffer bytes) {
    if (bytes.remaining() > Schema.MAX_BYTES) {
      throw new LimitExceeded(
          "schema of " + bytes.remaining() + " bytes; at most " + Schema.MAX_BYTES);
    }
    return new SchemaBytes(bytes.slice()).parse();
  }

  private Schema parse() {
    String className = name();
    Schema.Form form = form();
    if (!form.hasFields() && in.hasRemaining()) {
      throw new LimitExceeded("a schema of " + form.label() + " goes on after its form");
    }
    List<SchemaField> fields = new ArrayList<>();
    Map<String, String> owners = new HashMap<>();
    Set<String> owned = new HashSet<>();
    while (in.hasRemaining()) {
      SchemaField field = field();
      String owner = owners.putIfAbsent(field.name(), field.owner());
      boolean twice =
          owner != null
              && (owner.isEmpty()
                  || field.owner().isEmpty()
                  || !owned.add(field.name() + '/' + field.owner()));
      if (owner == null) {
        owned.add(field.name() + '/' + field.owner());
      }
      if (twice) {
        throw new LimitExceeded("a schema names a field twice");
      }
      fields.add(field);
    }
    return new Schema(className, form, fields);
  }

  private Schema.Form form() {
    int code = octet();
    for (Schema.Form form : Schema.Form.values()) {
      if (form.code() == code) {
        return form;
      }
    }
    throw new LimitExceeded("a schema has the unknown form " + code);
  }

  private SchemaField field() {
    String name = name();
    int code = octet();
    FieldKind kind = FieldKind.ofCode(code & ~OWNED);
    if (kind == null) {
      throw new LimitExceeded("a schema has a field of the unknown kind " + code);
    }
    return new SchemaField(name, kind, (code & OWNED) == 0 ? "" : name());
  }

  private String name() {
    int length = length();
    ByteBuffer utf8 = in.slice().limit(length);
    in.position(in.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new LimitExceeded("a schema has a name that is not UTF-8");
    }
  }

  /** Reads the length of a name: at least 1, and no more than is left. */
  private int length() {
    byte[] next = new byte[Math.min(in.remaining(), VarInt.MAX_BYTES)];
    in.slice().get(next);
    long length;
    try {
      length = VarInt.read(next, 0, next.length);
    } catch (VarInt.MalformedNumberException e) {
      throw new LimitExceeded("a schema has a malformed length: " + e.getMessage());
    }
    in.position(in.position() + VarInt.length(length));
    if (length < 1 || length > in.remaining()) {
      throw new LimitExceeded(
          "a schema has a name of " + length + " bytes with " + in.remaining() + " bytes left");
    }
    return (int) length;
  }

  private int octet() {
    if (!in.hasRemaining()) {
      throw new LimitExceeded("a schema ends early");
    }
    return in.get() & 0xFF;
  }
}
