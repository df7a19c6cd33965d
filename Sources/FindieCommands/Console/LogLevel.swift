import ArgumentParser

/// How important a message of the log is, the least important first.
enum LogLevel: String, CaseIterable, Comparable, ExpressibleByArgument {
  case trace, debug, info, notice, warning, error, critical

  static func < (left: LogLevel, right: LogLevel) -> Bool { left.index < right.index }

  private var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
