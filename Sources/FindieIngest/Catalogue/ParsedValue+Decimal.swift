import Foundation

extension ParsedValue {
  /// A number, or a text that contains one (`"9.99"`), with its decimals. Nil for anything else.
  ///
  /// A number with more than seventeen digits is rounded to the nearest Double.
  var decimal: Decimal? {
    switch kind {
    case .integer: integer.map { Decimal($0) }
    // The description of a Double is the shortest decimal that identifies it, such as 9.99.
    case .double, .largeInteger: number.flatMap { Decimal(string: "\($0)") }
    case .string: string.flatMap { ParsedValue.isPlainNumber($0) ? Decimal(string: $0) : nil }
    case .absent, .bool, .array, .object, .noNumber, .other: nil
    }
  }

  /// Whether a text consists of an optional minus, digits and an optional fraction. `Decimal`
  /// itself accepts "9.99 EUR" and ignores the rest.
  private static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && digits.utf8.count <= 30
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
