// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTrackingTest {
  private static final String PARAMETER = ";jsessionid=";
  private static final String BASE = "http://shop.example:8080";
  private static final RequestedPage PAGE = new RequestedPage("/shop/list", "sort=price");

  @ParameterizedTest
  @CsvSource({
    "cart, cart;jsessionid=x",
    "cart?a=b#c, cart;jsessionid=x?a=b#c",
    "cart#c?d, cart;jsessionid=x#c?d",
    "/shop, /shop;jsessionid=x",
    "/shop/cart, /shop/cart;jsessionid=x",
    "http://shop.example:8080/shop/cart?a=b, http://shop.example:8080/shop/cart;jsessionid=x?a=b",
  })
  void addsTheId_whereALinkLeadsToTheApplication(String url, String encoded) {
    assertThat(encode(url, PAGE)).isEqualTo(encoded);
  }

  private static String encode(String url, RequestedPage page) {
    return SessionTracking.encode(url, PARAMETER + "x", BASE, page, "/shop");
  }

  @ParameterizedTest
  @CsvSource({
    "/shop/list, ?a=b, /shop/list;jsessionid=x?a=b",
    "/shop/list, ?a=b#c, /shop/list;jsessionid=x?a=b#c",
    "/shop/list, '', /shop/list;jsessionid=x?sort=price",
    "/shop/, ?a=b, /shop/;jsessionid=x?a=b",
    "/shop, ?a=b, /shop;jsessionid=x?a=b",
    "/shop/a:b, ?a=b, /shop/a:b;jsessionid=x?a=b",
    "/shop/list;jsessionid=old, ?a=b, /shop/list;jsessionid=x?a=b",
    "/shop/list;c=d;jsessionid=old;e=f, ?a=b, /shop/list;c=d;e=f;jsessionid=x?a=b",
  })
  void leadsToTheSamePage_whereALinkHasNoPath(String path, String url, String target) {
    String encoded = encode(url, new RequestedPage(path, "sort=price"));

    assertThat(URI.create(BASE + path).resolve(encoded)).isEqualTo(URI.create(BASE + target));
  }

  @Test
  void breaksOutOfNoAttributeOfAPage_whateverTheClientAskedFor() {
    RequestedPage page = new RequestedPage("/shop/list;'\"<b>", "'\"<b>");

    assertThat(encode("?a='b'", page)).isEqualTo("list;%27%22%3Cb%3E;jsessionid=x?a='b'");
    assertThat(encode("", page)).isEqualTo("list;%27%22%3Cb%3E;jsessionid=x?%27%22%3Cb%3E");
  }

  @Test
  void givesNoIdToAPageOfAnotherApplication_whereALinkHasNoPath() {
    assertThat(encode("?a=b", new RequestedPage("/other/list", null))).isEqualTo("?a=b");
  }

  @ParameterizedTest
  @CsvSource({
    "'#top'",
    "/shopping",
    "/",
    "/shop/cart;jsessionid=other",
    "http://shop.example:80801/shop",
    "http://shop.example:8080",
    "http://other.example/shop",
    "https://shop.example:8080/shop",
    "//other.example/shop",
    "mailto:shop@shop.example",
    "javascript:pay()",
  })
  void tellsNobodyElseTheId(String url) {
    assertThat(encode(url, PAGE)).isEqualTo(url);
  }

  @Test
  void putsASlashBeforeTheParameter_whereAUrlHasNoPath() {
    assertThat(SessionTracking.encode(BASE + "?a=b", PARAMETER + "x", BASE, PAGE, ""))
        .isEqualTo(BASE + "/;jsessionid=x?a=b");
  }

  @ParameterizedTest
  @CsvSource({
    "/shop/cart;jsessionid=x.n1, x.n1",
    "/shop;jsessionid=x/cart, x",
    "/shop;a=b;jsessionid=x;c=d, x",
    "/shop;jsessionid=, ''",
  })
  void findsTheIdInAPath(String uri, String id) {
    assertThat(SessionTracking.idIn(uri, PARAMETER)).isEqualTo(id);
  }

  @Test
  void findsNoId_whereThereIsNone() {
    assertThat(SessionTracking.idIn("/shop/jsessionid=x", PARAMETER)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "SameSite, None, '; SameSite=None'",
    "Priority, '', '; Priority'",
    "Partitioned, '', '; Partitioned'",
    "Partitioned, true, '; Partitioned'",
    "partitioned, false, ''",
  })
  void writesAttributesOfTheCookie_asBrowsersReadThem(String name, String value, String written) {
    assertThat(SessionTracking.attribute(name, value)).isEqualTo(written);
  }
}
