// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.session.ManagerBase;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the {@code Manager} element: each {@link org.holdfast.servlet.settings.Setting}
 * is one. Relative names of files count from {@code catalina.base}. All attributes are text here;
 * the start of the web application checks them.
 *
 * <p>No attribute has a getter: JMX shows each attribute of a manager that has one, and some are
 * secrets.
 */
public abstract class HoldfastManagerAttributes extends ManagerBase {
  /*
   * Kept as text until the start, because Tomcat only logs a warning when a setter refuses its value, and goes on with the
   * default.
   */
  private final Map<String, String> written = new ConcurrentHashMap<>();

  private @Nullable Settings given;

  /**
   * Takes {@code settings} instead of the attributes and of the settings of the process. Meant for
   * frameworks that have places and an order of their own. To be called before the start.
   */
  public void useSettings(Settings settings) {
    given = settings;
  }

  /**
   * Sets an attribute by its name, {@code cluster} for instance. To be called before the start,
   * which rejects a name that no setting has.
   */
  public void set(String attribute, String value) {
    written.put(attribute, value);
  }

  /**
   * Sets an attribute that has no setter. Tomcat calls this for each one, and would only log a
   * warning otherwise.
   *
   * @return true: the value is kept, and the start fails unless it is a setting
   */
  public boolean setProperty(String attribute, String value) {
    if (!attribute.equals("className")) {
      set(attribute, value);
    }
    return true;
  }

  /**
   * Returns the settings of the process, then of the attributes, then of the application; or the
   * settings that were {@linkplain #useSettings given} instead.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or set twice
   */
  Settings settings(SettingsSource ofTheApplication) {
    Settings instead = given;
    if (instead != null) {
      return instead;
    }
    return SettingsReader.ofProcess()
        .relativeTo(System.getProperty("catalina.base"))
        .then(SettingsSource.own("attribute", written.keySet(), written::get))
        .then(ofTheApplication)
        .read();
  }
}
