import Foundation

extension JSONValue {
  /// A number, or text that spells one (`"9.99"`), as it was written; nil for anything else.
  ///
  /// A number with more than seventeen digits is rounded to the nearest Double first.
  var decimal: Decimal? {
    switch kind {
    case .integer: integer.map { Decimal($0) }
    // A Double's description is the shortest text that means it: 9.99, without binary noise.
    case .double, .largeInteger: number.flatMap { Decimal(string: "\($0)") }
    case .string: string.flatMap { JSONValue.isPlainNumber($0) ? Decimal(string: $0) : nil }
    case .absent, .bool, .array, .object, .noNumber, .other: nil
    }
  }

  /// Whether text is digits, with a minus before and a fraction behind at most: `Decimal` itself
  /// reads only the beginning of "9.99 EUR" and says nothing.
  private static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && digits.utf8.count <= 30
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
