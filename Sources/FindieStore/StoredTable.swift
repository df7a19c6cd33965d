import FindieDomain

/// A table whose first column is the record's id.
struct StoredTable: Sendable {
  let name: String
  /// In the order in which a record writes them.
  let columns: [String]
  /// The rows that belong to a record and have no id of their own.
  let parts: Parts?

  /// A table of `owner`, `position` and the columns that a record writes for each part.
  struct Parts: Sendable {
    let name: String
    let owner: String
    let columns: [String]
  }

  /// Where `updatedAt` stands among the columns.
  let lastChanged: Int

  /// The table of `columns`, with blanks between them: `id` first, `updatedAt` somewhere.
  init(_ name: String, _ columns: String, parts: Parts? = nil) {
    let columns = columns.split(whereSeparator: \.isWhitespace).map(String.init)
    guard columns.first == "id", let lastChanged = columns.firstIndex(of: "updatedAt") else {
      preconditionFailure("the columns of \(name) lack id or updatedAt: \(columns)")
    }
    self.name = name
    self.columns = columns
    self.parts = parts
    self.lastChanged = lastChanged
  }
}

extension StoredTable {
  var select: String { "SELECT \(columns.joined(separator: ", ")) FROM \(name)" }

  var insert: String { StoredTable.insert(into: name, columns) }

  var update: String {
    let assignments = columns.dropFirst().enumerated().map { "\($1) = ?\($0 + 2)" }
    return "UPDATE \(name) SET \(assignments.joined(separator: ", ")) WHERE id = ?1"
  }

  static func insert(into name: String, _ columns: [String]) -> String {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places))"
  }
}

extension StoredTable.Parts {
  var select: String {
    "SELECT \(allColumns.joined(separator: ", ")) FROM \(name)"
  }

  var insert: String { StoredTable.insert(into: name, allColumns) }

  var allColumns: [String] { [owner, "position"] + columns }

  var delete: String { "DELETE FROM \(name) WHERE \(owner) = ?" }
}

extension StoredTable {
  /// The tables of the catalogue.
  static let all = [Game.table, Developer.table, Tag.table, User.table, Wishlist.table]
}
