// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import com.esotericsoftware.kryo.util.Util;
import org.holdfast.replication.serialization.codec.LimitExceeded;

/**
 * Keeps identity inside one attribute and tells {@link Graph} of each object and reference.
 * Strings, boxes, enums and classes are written again each time: their identity means nothing. A
 * reference to an object that does not exist yet is refused.
 */
final class TrackingReferences extends MapReferenceResolver {
  private final Graph graph;
  private final WrittenObjects written = new WrittenObjects();
  private final SkippableValues dropping;

  TrackingReferences(Graph graph, SkippableValues dropping) {
    this.graph = graph;
    this.dropping = dropping;
  }

  /** Numbers an object. Kryo has asked for its id just before. */
  @Override
  public int addWrittenObject(Object object) {
    int id = written.addProbed(object);
    graph.nextObject(id);
    graph.wrote(object);
    return id;
  }

  @Override
  public int getWrittenId(Object object) {
    int id = written.find(object);
    if (id != -1) {
      graph.refer(id);
    }
    return id;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public int nextReadId(Class type) {
    int id = super.nextReadId(type);
    graph.nextObject(id);
    dropping.nextObject(id);
    return id;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Object getReadObject(Class type, int id) {
    Object object = id >= 0 && id < readObjects.size() ? readObjects.get(id) : null;
    if (object == null) {
      throw new LimitExceeded("reference " + id + " to an object that does not exist yet");
    }
    dropping.refer(id);
    if (!type.isInstance(object) && !dropping.isKnownIncomplete(id)) {
      throw new LimitExceeded(
          "reference "
              + id
              + " to a "
              + object.getClass().getName()
              + " where a "
              + type.getName()
              + " belongs");
    }
    graph.refer(id);
    return object;
  }

  @Override
  public void reset() {
    super.reset();
    written.clear();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public boolean useReferences(Class type) {
    return type != String.class
        && type != Class.class
        && !Util.isWrapperClass(type)
        && !Util.isEnum(type);
  }
}
