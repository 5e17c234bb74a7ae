package org.sunda.gateway.config;

/// One thing wrong in a configuration: `gateway.conf:12: services.db.pool.size: expected ..., found ...`.
///
/// @param place the file and the line, as `gateway.conf:12`, or a description where there is no file
/// @param key the whole path of the key; empty where the text as such is wrong
/// @param text what was expected and, unless it is a secret, what was found
public record Mistake(String place, String key, String text) {
    @Override
    public String toString() {
        return key.isEmpty() ? place + ": " + text : place + ": " + key + ": " + text;
    }
}
