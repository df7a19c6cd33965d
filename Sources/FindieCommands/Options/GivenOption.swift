import Foundation

/// An option for a command line; empty if the value is the default.
///
/// - Parameter defaultValue: nil if the option has none.
func givenOption(_ name: String, _ value: String?, default defaultValue: String? = nil) -> String {
  guard let value, value != defaultValue else { return "" }
  let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "/._-+:@%,=".contains($0) }
  return isPlain
    ? "\(name) \(value)" : "\(name) '\(value.replacing("'", with: #"'\''"#))'"
}
