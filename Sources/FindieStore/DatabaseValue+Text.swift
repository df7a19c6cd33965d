import Foundation
import GRDB

extension DatabaseValue {
  /// `text` whole: as a BLOB where it contains a NUL, at which SQLite would end it.
  init(exactly text: String) {
    self = text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  /// The text that `init(exactly:)` was given, or nil where this is no text.
  var exactText: String? {
    switch storage {
    case .string(let text): text
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, .int64, .double: nil
    }
  }

  /// Whether the stored bytes are the same; `==` takes two spellings of "é" for one.
  func isIdentical(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (let left, let right): left == right
    }
  }
}

extension Statement {
  /// Runs the statement with `values` for its places, of which there must be as many.
  func run(_ values: [DatabaseValue]) throws {
    setUncheckedArguments(StatementArguments(values))
    try execute()
  }
}
