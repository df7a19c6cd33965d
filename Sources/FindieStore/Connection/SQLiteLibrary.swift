import GRDB

/// The SQLite library that the program is linked to.
package enum SQLiteLibrary {
  /// The version, such as `3.40.1`.
  package static var version: String {
    let number = Int(Database.sqliteLibVersionNumber)
    return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }
}
