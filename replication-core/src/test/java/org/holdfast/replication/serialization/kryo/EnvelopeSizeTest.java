// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.api.Test;

/** The bytes of usual attributes, the schemas of their classes included. */
class EnvelopeSizeTest {
  static final class Cart implements Serializable {
    private static final long serialVersionUID = 1L;
    String customer = "customer-4711";
    long created = 1_790_000_000_000L;
    List<Item> items = new ArrayList<>();
  }

  static final class Item implements Serializable {
    private static final long serialVersionUID = 1L;
    String sku;
    String title;
    int quantity;
    BigDecimal price;
    boolean gift;
  }

  static Cart cart(int items) {
    Cart cart = new Cart();
    for (int i = 0; i < items; i++) {
      Item item = new Item();
      item.sku = "SKU-" + (100_000 + i);
      item.title = "Item number " + i + " of the shop";
      item.quantity = i;
      item.price = new BigDecimal("19." + (10 + i));
      cart.items.add(item);
    }
    return cart;
  }

  @Test
  void takesLessThanHalfOfJdkSerialization_forACartOfTenItems() throws IOException {
    KryoAttributeCodec codec =
        new KryoAttributeCodec(
            getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);
    ByteArrayOutputStream jdk = new ByteArrayOutputStream();
    new ObjectOutputStream(jdk).writeObject(cart(10));

    int bytes = codec.encode("cart", cart(10)).length;

    assertThat(bytes).isLessThanOrEqualTo(jdk.size() / 2);
  }

  @Test
  void spendsLessThanAHundredBytesOnTheSchema_ofACart() {
    byte[] empty =
        new KryoAttributeCodec(
                getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT)
            .encode("cart", cart(0));
    int values = "customer-4711".length() + 20;

    assertThat(empty.length - values).isLessThan(100);
  }
}
