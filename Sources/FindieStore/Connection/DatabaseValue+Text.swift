import FindieDomain
import Foundation
import GRDB

extension DatabaseValue {
  /// A text, as a BLOB if it contains a NUL: SQLite's text functions end at a NUL.
  init(exactly text: String) {
    self = text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The text that `init(exactly:)` stored. Nil if the value is not a text.
  var exactText: String? {
    switch storage {
    case .string(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .int64, .double: nil
    }
  }

  /// Whether the stored bytes are equal. `==` treats two spellings of "é" as equal.
  func isIdentical(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (let left, let right): left == right
    }
  }
}

extension Statement {
  /// Runs the statement with `values` for its parameters; there must be one for each.
  func run(_ values: [DatabaseValue]) throws {
    setUncheckedArguments(StatementArguments(values))
    try execute()
  }
}
