import FindieDomain
import Foundation

/// A catalogue record with a table in the store.
protocol StoredRecord: CatalogueRecord {
  static var layout: TableLayout<Self> { get }

  /// What remains of the record if a full export lacks it: nil if it is removed, the record itself
  /// if it was withdrawn before.
  var withdrawn: Self? { get }
}

extension StoredRecord {
  var withdrawn: Self? { nil }
}

/// The tables of one collection: their names, columns and SQL.
///
/// A table's columns are `id` and the record's fields. The rows of `Record.Part` are in a table of
/// their own.
struct TableLayout<Record: CatalogueRecord>: Sendable {
  let name: String
  let parts: PartsLayout?

  /// Selects the columns in the order of `CatalogueTable.record(from:)`.
  let select: String
  /// Inserts a row, or updates the row of the same id.
  let upsert: String
  let delete: String

  struct PartsLayout: Sendable {
    let name: String
    /// The column with the id of the record.
    let owner: String

    /// Selects the parts of one record, in order.
    let select: String
    /// Selects the records' ids and all parts, in order.
    let selectAll: String
    let insert: String
    let delete: String

    init(_ name: String, owner: String) {
      self.name = name
      self.owner = owner
      let columns = Record.Part.fields.map(\.column)
      select =
        "SELECT \(columns.joined(separator: ", ")) FROM \(name) WHERE \(owner) = ? ORDER BY "
        + "position"
      selectAll =
        "SELECT \(([owner] + columns).joined(separator: ", ")) FROM \(name) ORDER BY \(owner), "
        + "position"
      insert = TableLayout.insert(into: name, [owner, "position"] + columns)
      delete = "DELETE FROM \(name) WHERE \(owner) = ?"
    }
  }

  init(_ name: String, parts: PartsLayout? = nil) {
    self.name = name
    self.parts = parts
    let columns = ["id"] + Record.fields.map(\.column)
    let assignments = columns.dropFirst().map { "\($0) = excluded.\($0)" }
    select = "SELECT \(columns.joined(separator: ", ")) FROM \(name)"
    upsert =
      Self.insert(into: name, columns)
      + " ON CONFLICT (id) DO UPDATE SET \(assignments.joined(separator: ", "))"
    delete = "DELETE FROM \(name) WHERE id = ?"
  }

  private static func insert(into name: String, _ columns: [String]) -> String {
    let values = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(values))"
  }
}

extension TableLayout {
  /// The SQL that creates the tables.
  var create: String {
    let columns = ["id TEXT PRIMARY KEY"] + Record.fields.map(\.definition)
    let table = "CREATE TABLE \(name) (\(columns.joined(separator: ", "))) WITHOUT ROWID;\n"
    return table + (parts?.create(in: name) ?? "")
  }

  /// The SQL that creates a temporary view of the table's name without rows.
  var createEmptyView: String {
    let columns = (["id"] + Record.fields.map(\.column)).map { "NULL AS \($0)" }
    return "CREATE TEMP VIEW \(name) AS SELECT \(columns.joined(separator: ", ")) WHERE false;"
  }
}

extension TableLayout.PartsLayout {
  fileprivate func create(in table: String) -> String {
    let columns =
      [
        "\(owner) TEXT NOT NULL REFERENCES \(table)(id) ON DELETE CASCADE",
        "position INTEGER NOT NULL",
      ] + Record.Part.fields.map(\.definition) + ["PRIMARY KEY (\(owner), position)"]
    return "CREATE TABLE \(name) (\(columns.joined(separator: ", "))) WITHOUT ROWID;\n"
  }
}

extension CatalogueField {
  /// The column in `CREATE TABLE`.
  fileprivate var definition: String {
    let affinity =
      switch type {
      case .id, .text, .code, .word, .decimal, .texts, .words, .vector: "TEXT"
      case .flag, .number, .count, .time: "INTEGER"
      }
    return "\(column) \(affinity)\(isOptional ? "" : " NOT NULL")"
  }
}

extension Game: StoredRecord {
  static let layout = TableLayout<Game>("games")

  /// Reports name it and models learn from it.
  var withdrawn: Game? {
    guard isActive, releaseStatus != .cancelled else { return self }
    var game = self
    game.isActive = false
    return game
  }
}

extension Developer: StoredRecord {
  static let layout = TableLayout<Developer>("developers")
}

extension Tag: StoredRecord {
  static let layout = TableLayout<Tag>("tags")
}

extension User: StoredRecord {
  static let layout = TableLayout<User>("users")
}

extension PriceSeries: StoredRecord {
  static let layout = TableLayout<PriceSeries>(
    "prices", parts: .init("price_points", owner: "priceId"))
}

extension PartnerStatus: StoredRecord {
  static let layout = TableLayout<PartnerStatus>("partners")
}

extension PartnerMetric: StoredRecord {
  static let layout = TableLayout<PartnerMetric>("metrics")
}

extension Annotation: StoredRecord {
  static let layout = TableLayout<Annotation>("annotations")
}

extension Promotion: StoredRecord {
  static let layout = TableLayout<Promotion>("promotions")
}

extension GameVector: StoredRecord {
  static let layout = TableLayout<GameVector>("vectors")
}

extension UncountedPlayer: StoredRecord {
  static let layout = TableLayout<UncountedPlayer>("uncounted")
}

extension Wishlist: StoredRecord {
  static let layout = TableLayout<Wishlist>(
    "wishlists", parts: .init("wishlist_items", owner: "wishlistId"))
}
