// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A response as a container has it: commits when its buffer is full, when the declared length is
 * reached, when it is flushed or closed. Only the methods below exist; any other fails the test.
 */
public final class BufferedResponse {
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final Map<String, String> headers = new HashMap<>();
  private final ServletOutputStream stream = new Stream();
  private PrintWriter writer;
  private int bufferBytes = 64;
  private int status = 200;
  private long contentLength = -1;
  private boolean committed;
  private boolean usingStream;
  private String encoding = "ISO-8859-1";

  /** Runs at the moment of the commit. */
  Runnable onCommit = () -> {};

  /** Runs whenever a byte comes in once it is committed: a container may send it. */
  Runnable onSend = () -> {};

  /** What the application, or who wraps its, has for writes that do not block. */
  WriteListener listener;

  boolean ready = true;

  HttpServletResponse asResponse() {
    return (HttpServletResponse)
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {HttpServletResponse.class}, this::invoke);
  }

  private Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    try {
      return getClass()
          .getMethod(method.getName(), method.getParameterTypes())
          .invoke(this, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  String sentText() {
    return sent.toString(StandardCharsets.UTF_8);
  }

  String header(String name) {
    return headers.get(name);
  }

  /** The work of the container when the request is over. */
  void finish() throws IOException {
    if (writer != null) {
      writer.flush();
    }
    commit();
  }

  private void commit() {
    if (!committed) {
      onCommit.run();
      committed = true;
    }
    sent.writeBytes(buffer.toByteArray());
    buffer.reset();
  }

  boolean isWhole() {
    return contentLength < 0 || sent.size() == contentLength;
  }

  private void written() {
    if (committed) {
      onSend.run();
      if (listener != null) {
        commit();
      }
    }
    if (buffer.size() > bufferBytes
        || (contentLength >= 0 && sent.size() + buffer.size() >= contentLength)) {
      commit();
    }
  }

  public ServletOutputStream getOutputStream() {
    if (writer != null) {
      throw new IllegalStateException("getWriter was called");
    }
    usingStream = true;
    return stream;
  }

  public PrintWriter getWriter() {
    if (usingStream) {
      throw new IllegalStateException("getOutputStream was called");
    }
    if (writer == null) {
      // Flushing this writer empties it into the buffer, as a container's converter does on every
      // write here.
      writer =
          new PrintWriter(new OutputStreamWriter(new Sink(), Charset.forName(encoding)), false) {
            @Override
            public void write(String text, int offset, int length) {
              super.write(text, offset, length);
              super.flush();
            }

            @Override
            public void write(int character) {
              super.write(character);
              super.flush();
            }

            @Override
            public void write(char[] characters, int offset, int length) {
              super.write(characters, offset, length);
              super.flush();
            }

            @Override
            public void println() {
              write("\r\n", 0, 2);
            }

            @Override
            public void flush() {
              super.flush();
              commit();
            }

            @Override
            public void close() {
              flush();
            }
          };
    }
    return writer;
  }

  public boolean isCommitted() {
    return committed;
  }

  public void flushBuffer() {
    commit();
  }

  public int getBufferSize() {
    return bufferBytes;
  }

  public void setBufferSize(int bytes) {
    bufferBytes = bytes;
  }

  public void reset() {
    resetBuffer();
    headers.clear();
    status = 200;
    contentLength = -1;
    usingStream = false;
    writer = null;
  }

  public void resetBuffer() {
    if (committed) {
      throw new IllegalStateException("committed");
    }
    buffer.reset();
  }

  public void sendError(int code) {
    status = code;
    commit();
  }

  public void sendError(int code, String message) {
    sendError(code);
  }

  public void sendRedirect(String location) {
    headers.put("Location", location);
    sendError(302);
  }

  public void setContentLength(int bytes) {
    setContentLengthLong(bytes);
  }

  public void setContentLengthLong(long bytes) {
    contentLength = bytes;
    // As Jetty does.
    if (bytes >= 0 && buffer.size() > 0 && buffer.size() >= bytes) {
      commit();
    }
  }

  public void setHeader(String name, String value) {
    if (name.equalsIgnoreCase("Content-Length")) {
      setContentLengthLong(value == null ? -1 : Long.parseLong(value));
    } else {
      headers.put(name, value);
    }
  }

  public void addHeader(String name, String value) {
    setHeader(name, value);
  }

  public void setIntHeader(String name, int value) {
    setHeader(name, Integer.toString(value));
  }

  public void addIntHeader(String name, int value) {
    setIntHeader(name, value);
  }

  public void setStatus(int code) {
    status = code;
  }

  public int getStatus() {
    return status;
  }

  public void setContentType(String type) {}

  public void setCharacterEncoding(String charset) {
    if (writer == null) {
      encoding = charset;
    }
  }

  public String getCharacterEncoding() {
    return encoding;
  }

  public void setLocale(Locale locale) {}

  private final class Sink extends java.io.OutputStream {
    @Override
    public void write(int b) {
      buffer.write(b);
      written();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      buffer.write(bytes, offset, length);
      written();
    }

    @Override
    public void flush() {}
  }

  private final class Stream extends ServletOutputStream {
    @Override
    public void write(int b) {
      buffer.write(b);
      written();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      buffer.write(bytes, offset, length);
      written();
    }

    /** In the encoding of the response, as some containers do. */
    @Override
    public void print(String text) {
      byte[] bytes = text.getBytes(Charset.forName(encoding));
      write(bytes, 0, bytes.length);
    }

    @Override
    public void flush() {
      commit();
    }

    @Override
    public void close() {
      commit();
    }

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void setWriteListener(WriteListener added) {
      listener = added;
    }
  }
}
