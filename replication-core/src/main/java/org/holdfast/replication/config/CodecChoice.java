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

package org.holdfast.replication.config;

/**
 * What turns attributes into bytes. Equal on all nodes: with {@link #JDK} Kryo's bytes are not
 * read.
 */
public enum CodecChoice {
  /**
   * Kryo for what it gives back faithfully, JDK serialization for the rest. Fast and small; the
   * default.
   */
  KRYO,
  /**
   * JDK serialization alone, under the same class filter and limits. Some ten times slower to
   * encode and larger; for applications that rely on its every detail.
   */
  JDK
}
