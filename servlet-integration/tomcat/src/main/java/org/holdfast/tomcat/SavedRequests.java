// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.authenticator.SavedRequest;
import org.apache.tomcat.util.buf.ByteChunk;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of the request that a form login interrupted: a map that any codec can replicate.
 */
final class SavedRequests {
  private SavedRequests() {}

  static Map<String, Object> encode(SavedRequest request) {
    Map<String, Object> encoded = new HashMap<>();
    putIfPresent(encoded, "method", request.getMethod());
    putIfPresent(encoded, "query", request.getQueryString());
    putIfPresent(encoded, "uri", request.getRequestURI());
    putIfPresent(encoded, "decodedUri", request.getDecodedRequestURI());
    putIfPresent(encoded, "contentType", request.getContentType());
    putIfPresent(encoded, "interval", request.getOriginalMaxInactiveIntervalOptional());
    ByteChunk body = request.getBody();
    if (body != null && body.getLength() > 0) {
      encoded.put("body", Arrays.copyOfRange(body.getBuffer(), body.getStart(), body.getEnd()));
    }
    List<String> cookies = new ArrayList<>();
    for (Iterator<Cookie> each = request.getCookies(); each.hasNext(); ) {
      Cookie cookie = each.next();
      cookies.add(cookie.getName());
      cookies.add(cookie.getValue());
    }
    encoded.put("cookies", cookies);
    List<String> locales = new ArrayList<>();
    request.getLocales().forEachRemaining(locale -> locales.add(locale.toLanguageTag()));
    encoded.put("locales", locales);
    encoded.put("headers", headersOf(request));
    return encoded;
  }

  private static Map<String, List<String>> headersOf(SavedRequest request) {
    Map<String, List<String>> headers = new HashMap<>();
    for (Iterator<String> names = request.getHeaderNames(); names.hasNext(); ) {
      String name = names.next();
      List<String> values = new ArrayList<>();
      request.getHeaderValues(name).forEachRemaining(values::add);
      headers.put(name, values);
    }
    return headers;
  }

  private static void putIfPresent(
      Map<String, Object> encoded, String key, @Nullable Object value) {
    if (value != null) {
      encoded.put(key, value);
    }
  }

  static SavedRequest decode(Map<?, ?> encoded) {
    SavedRequest request = new SavedRequest();
    request.setMethod((String) encoded.get("method"));
    request.setQueryString((String) encoded.get("query"));
    request.setRequestURI((String) encoded.get("uri"));
    request.setDecodedRequestURI((String) encoded.get("decodedUri"));
    request.setContentType((String) encoded.get("contentType"));
    if (encoded.get("interval") instanceof Integer seconds) {
      request.setOriginalMaxInactiveInterval(seconds);
    }
    if (encoded.get("body") instanceof byte[] bytes) {
      request.setBody(chunkOf(bytes));
    }
    List<String> cookies = texts(encoded.get("cookies"));
    for (int i = 0; i + 1 < cookies.size(); i += 2) {
      request.addCookie(new Cookie(cookies.get(i), cookies.get(i + 1)));
    }
    for (String locale : texts(encoded.get("locales"))) {
      request.addLocale(Locale.forLanguageTag(locale));
    }
    if (encoded.get("headers") instanceof Map<?, ?> headers) {
      headers.forEach(
          (name, values) ->
              texts(values).forEach(value -> request.addHeader((String) name, value)));
    }
    return request;
  }

  private static ByteChunk chunkOf(byte[] bytes) {
    ByteChunk chunk = new ByteChunk();
    chunk.setLimit(-1);
    try {
      chunk.append(bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new UncheckedIOException("a chunk without a limit takes all", e);
    }
    return chunk;
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> values
        ? values.stream().filter(Objects::nonNull).map(Object::toString).toList()
        : List.of();
  }
}
