import ArgumentParser

/// What a command is about: its argument, or the option that has the same meaning.
///
/// - Parameter usage: the command line, such as `findie similar <game>`.
func subject(_ argument: String?, or option: String?, _ usage: String) throws -> String {
  switch (argument, option) {
  case (let value?, nil), (nil, let value?): return value
  case (nil, nil): throw ValidationError("An argument is missing: \(usage).")
  case (_?, _?): throw ValidationError("The argument is given twice. Use: \(usage).")
  }
}
