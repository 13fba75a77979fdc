// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;

/** The parts that all streams of one transport share. */
record TransportContext(
    TransportSettings settings,
    SpokenVersions versions,
    Member self,
    Transport.Listener listener,
    ControlThread control,
    Counters counters,
    RareLines rare) {}
