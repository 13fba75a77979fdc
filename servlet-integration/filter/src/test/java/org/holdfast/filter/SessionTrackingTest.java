/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionTrackingTest {
  private static final String PARAMETER = ";jsessionid=";
  private static final String BASE = "http://shop.example:8080";

  @ParameterizedTest
  @CsvSource({
    "cart, cart;jsessionid=x",
    "cart?a=b#c, cart;jsessionid=x?a=b#c",
    "cart#c?d, cart;jsessionid=x#c?d",
    "?a=b, ;jsessionid=x?a=b",
    "/shop, /shop;jsessionid=x",
    "/shop/cart, /shop/cart;jsessionid=x",
    "http://shop.example:8080/shop/cart?a=b, http://shop.example:8080/shop/cart;jsessionid=x?a=b",
  })
  void addsTheId_whereALinkLeadsToTheApplication(String url, String encoded) {
    assertThat(SessionTracking.encode(url, PARAMETER + "x", BASE, "/shop")).isEqualTo(encoded);
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
    assertThat(SessionTracking.encode(url, PARAMETER + "x", BASE, "/shop")).isEqualTo(url);
  }

  @Test
  void putsASlashBeforeTheParameter_whereAUrlHasNoPath() {
    assertThat(SessionTracking.encode(BASE + "?a=b", PARAMETER + "x", BASE, ""))
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
}
