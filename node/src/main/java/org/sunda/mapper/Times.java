package org.sunda.mapper;

/// As what a [Mapper] writes dates and times; both are read.
public enum Times {
    /// As OTP's `calendar` has them, with nanoseconds where there are some, and as the gateway has them:
    ///
    /// | | |
    /// |---|---|
    /// | `LocalDate` | `{Y, M, D}` |
    /// | `LocalTime` | `{H, M, S}` or `{H, M, S, Nanoseconds}` |
    /// | `LocalDateTime` | `{{Y, M, D}, {H, M, S}}` or `{{Y, M, D}, {H, M, S}, Nanoseconds}` |
    /// | `Instant` | `{ts, MicrosecondsSince1970}`, rounded down; the forms of `LocalDateTime` are read as UTC |
    /// | `Duration` | `{duration, 0, 0, Nanoseconds}`: no months, no days |
    ERLANG,

    /// Elixir's structs: `Date`, `Time`, `NaiveDateTime` for `LocalDateTime`, `DateTime` in UTC for
    /// `Instant`, and `Duration`. They have microseconds: what is finer is cut off.
    ELIXIR
}
