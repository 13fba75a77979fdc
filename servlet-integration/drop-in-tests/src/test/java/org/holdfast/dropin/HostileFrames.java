// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.swing.undo.UndoManager;
import org.holdfast.shaded.jgroups.Message;
import org.holdfast.shaded.jgroups.Version;
import org.holdfast.shaded.jgroups.protocols.TP;
import org.holdfast.shaded.jgroups.util.ObjectWrapperSerializable;

/**
 * A program at the port of a node that knows the format of JGroups, and its names in the drop-in
 * jar. JGroups alone would load the classes, deserialize the objects and allocate what is claimed.
 */
final class HostileFrames {
  /** A class that no server loads by itself. */
  static final String GADGET = UndoManager.class.getName();

  /** JGroups' own mark for what Java serialized. */
  private static final byte SERIALIZED = 51;

  private HostileFrames() {}

  /** Sends each on a connection of its own, and returns when the node has closed the last one. */
  static void sendTo(int port) throws IOException {
    for (byte[] frame : all()) {
      try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeBytes("bela");
        out.writeShort(Version.version);
        out.write(new byte[] {0, 7, 4, 127, 0, 0, 1});
        out.writeShort(45_678);
        out.writeInt(frame.length);
        out.write(frame);
        awaitEnd(socket);
      }
    }
  }

  private static void awaitEnd(Socket socket) {
    try {
      while (socket.getInputStream().read() >= 0) {
        // what the node says before it closes
      }
    } catch (IOException reset) {
      // as when it closes before it has read everything
    }
  }

  private static List<byte[]> all() throws IOException {
    return List.of(
        object(GADGET, new byte[0]),
        object(ObjectWrapperSerializable.class.getName(), serialized(new UndoManager())),
        object(ObjectWrapperSerializable.class.getName(), serialized(bomb())),
        frame(Message.BYTES_MSG, 0, new byte[] {0x77, 0x35, (byte) 0x94, 0, 1, 2, 3, 4}));
  }

  /** A message whose content is an object of the class with that name. */
  private static byte[] object(String name, byte[] content) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeByte(1);
    out.writeShort(-1); // by its name
    out.writeShort(name.length());
    out.write(name.getBytes(US_ASCII));
    out.write(content);
    return frame(Message.OBJ_MSG, Message.Flag.SERIALIZED.value(), body.toByteArray());
  }

  /** One to all, without addresses and headers. */
  private static byte[] frame(int type, int flags, byte[] body) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(frame);
    out.writeShort(Version.version);
    out.writeByte(TP.MULTICAST);
    out.writeShort(type);
    out.writeByte(0);
    out.writeShort(flags);
    out.writeShort(0);
    out.write(body);
    return frame.toByteArray();
  }

  private static byte[] serialized(Object object) throws IOException {
    ByteArrayOutputStream java = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(java)) {
      out.writeObject(object);
    }
    ByteArrayOutputStream wrapped = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(wrapped);
    out.writeInt(1 + java.size());
    out.writeByte(SERIALIZED);
    java.writeTo(out);
    return wrapped.toByteArray();
  }

  /** Sets within sets whose hash code takes longer than anybody waits. */
  private static Object bomb() {
    Set<Object> bomb = new HashSet<>();
    Set<Object> left = bomb;
    Set<Object> right = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      Set<Object> nextLeft = new HashSet<>(Set.of("foo"));
      Set<Object> nextRight = new HashSet<>();
      left.addAll(List.of(nextLeft, nextRight));
      right.addAll(List.of(nextLeft, nextRight));
      left = nextLeft;
      right = nextRight;
    }
    return bomb;
  }
}
