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

package org.holdfast.bench;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.holdfast.drill.load.ChannelEvents;
import org.holdfast.drill.load.HttpAnswer;
import org.holdfast.drill.load.HttpChannel;
import org.holdfast.drill.load.HttpEngine;
import org.jspecify.annotations.Nullable;

/**
 * Users without think time, each with a session of its own on a connection of its own, who check
 * that each answer is one more than the last. A wrong answer, a refused or a closed connection ends
 * the measurement.
 *
 * <p>Threads: a user belongs to the thread of its connection; what all share is atomic.
 */
final class ClosedUsers implements AutoCloseable {
  private final LongAdder answers = new LongAdder();
  private final AtomicReference<@Nullable String> broken = new AtomicReference<>();
  private final List<User> users = new ArrayList<>();
  private volatile boolean ended;

  ClosedUsers(HttpEngine engine, InetSocketAddress server, int count) {
    for (int i = 0; i < count; i++) {
      User user = new User();
      users.add(user);
      user.channel = engine.connect(server, i, user);
    }
  }

  /**
   * Counts the answers so far.
   *
   * @throws IllegalStateException if one was wrong
   */
  long answers() {
    String what = broken.get();
    if (what != null) {
      throw new IllegalStateException(what);
    }
    return answers.sum();
  }

  @Override
  public void close() {
    ended = true;
    users.forEach(User::end);
  }

  private final class User implements ChannelEvents {
    private volatile @Nullable HttpChannel channel;
    private String cookie = "";
    private long expected;

    @Override
    public void onConnected(long generation, HttpChannel opened) {
      channel = opened;
      opened.send(HelloSessions.PATH, cookie);
    }

    @Override
    public void onAnswer(long generation, HttpAnswer answer) {
      if (answer.status() != 200 || !answer.body().equals(Long.toString(expected))) {
        // Not the cookie: a session id is a credential.
        broken.compareAndSet(
            null,
            "expected 200 and " + expected + ", was " + answer.status() + " and " + answer.body());
        return;
      }
      expected++;
      answers.increment();
      if (!answer.setCookies().isEmpty()) {
        cookie = answer.setCookies().get(0).split(";", 2)[0];
      }
      HttpChannel open = channel;
      if (!ended && open != null) {
        open.send(HelloSessions.PATH, cookie);
      }
    }

    @Override
    public void onRefused(long generation, Throwable cause) {
      broken.compareAndSet(null, "the server refused a connection: " + cause);
    }

    @Override
    public void onClosed(long generation) {
      if (!ended) {
        broken.compareAndSet(null, "the server closed a connection after " + expected + " answers");
      }
    }

    void end() {
      HttpChannel open = channel;
      if (open != null) {
        open.close();
      }
    }
  }
}
