import GRDB

/// The SQLite that this program runs on.
public enum SQLiteLibrary {
  /// Such as `3.40.1`.
  public static var version: String {
    let number = Int(Database.sqliteLibVersionNumber)
    return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }
}
