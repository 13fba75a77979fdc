// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * How response times scatter, in milliseconds; all 0 when {@code count} is.
 *
 * @param count how many
 * @param hdr the whole histogram, in microseconds, as HdrHistogram's compressed Base64: several can
 *     be added up without loss
 */
public record ResponseTimes(
    long count,
    double mean,
    double p50,
    double p90,
    double p99,
    double p999,
    double max,
    String hdr) {

  /** Summarises microseconds; exact to three digits. */
  static ResponseTimes ofMicros(Histogram micros) {
    return new ResponseTimes(
        micros.getTotalCount(),
        micros.getMean() / 1e3,
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(90) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3,
        micros.getMaxValue() / 1e3,
        encoded(micros));
  }

  /**
   * Any percentile, read from the whole histogram.
   *
   * @param percentile 0 to 100
   * @return milliseconds; 0 if there was no response
   */
  public double atPercentile(double percentile) {
    ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(hdr));
    try {
      return Histogram.decodeFromCompressedByteBuffer(bytes, 0).getValueAtPercentile(percentile)
          / 1e3;
    } catch (DataFormatException e) {
      throw new IllegalStateException("the histogram of a report cannot be read: " + e, e);
    }
  }

  private static String encoded(Histogram micros) {
    ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    int length = micros.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.flip();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
