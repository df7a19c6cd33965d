import Foundation
import GRDB

/// One row's values, by column.
protocol ColumnValues {
  func isNull(at column: Int) -> Bool
  /// A text, also one with a NUL, which is kept as a BLOB.
  func text(at column: Int) -> String?
  /// As `text`, where many rows have the same.
  func sharedText(at column: Int) -> String?
  func integer(at column: Int) -> Int?
  func fraction(at column: Int) -> Double?
  func blob(at column: Int) -> Data?
}

extension [DatabaseValue]: ColumnValues {
  func isNull(at column: Int) -> Bool { self[column].isNull }
  func text(at column: Int) -> String? { self[column].exactText }
  func sharedText(at column: Int) -> String? { self[column].exactText }
  func integer(at column: Int) -> Int? { Int.fromDatabaseValue(self[column]) }
  func fraction(at column: Int) -> Double? { Double.fromDatabaseValue(self[column]) }
  func blob(at column: Int) -> Data? { Data.fromDatabaseValue(self[column]) }
}
