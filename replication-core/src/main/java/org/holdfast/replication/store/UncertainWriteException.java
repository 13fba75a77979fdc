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

package org.holdfast.replication.store;

/**
 * A write was begun, and it is not known whether it is there: another node took the entry over
 * meanwhile, or it could not be protected and the policy is to say so. Read the entry again before
 * anybody is told that it was written.
 */
public final class UncertainWriteException extends StoreException {
  private static final long serialVersionUID = 1L;

  UncertainWriteException(StoreKey key, String reason) {
    super("entry " + key + " may or may not have been written: " + reason);
  }
}
