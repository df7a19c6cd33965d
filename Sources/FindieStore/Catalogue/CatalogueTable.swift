package import FindieDomain
import GRDB

/// Reads and writes the records of one collection, within one transaction.
struct CatalogueTable<Record: StoredRecord> {
  private let database: Database
  private let path: String
  private let layout = Record.layout
  private let fields = Record.fields
  private let partFields = Record.Part.fields
  /// Selects the parts of one record; nil for records without parts.
  private let parts: RecordStatement?
  /// Parts of different records have many texts in common, such as the ids of games.
  private let texts = TextCache()

  init(_ database: Database, path: String) throws {
    self.database = database
    self.path = path
    parts = try layout.parts.map { try RecordStatement($0.select, in: database) }
  }

  // MARK: - Reading

  /// The rows in the order of their ids.
  func rows() throws -> RecordStatement {
    try RecordStatement(layout.select + " ORDER BY id", in: database)
  }

  /// All records, in the order of their ids.
  ///
  /// Parts are read in one pass, since a query for each record takes longer than reading its rows.
  func records() throws -> PackedRecords<Record> {
    var records = PackedRecords<Record>()
    let rows = try rows()
    let allParts = try layout.parts.map { try RecordStatement($0.selectAll, in: database) }
    var isAtPart = try allParts?.step() ?? false
    while try rows.step() {
      var record = try recordWithoutParts(from: rows)
      if let allParts {
        var parts: [Record.Part] = []
        reading: while isAtPart {
          switch allParts.order(to: record.id) {
          case .before: break
          case .same: parts.append(try part(from: allParts, at: 1))
          case .after: break reading
          }
          isAtPart = try allParts.step()
        }
        record.parts = parts
      }
      records.append(record)
    }
    allParts?.reset()
    return records
  }

  /// The records of `ids`, in their order, without those that the table lacks.
  func records(ids: some Sequence<String>) throws -> [Record] {
    let row = try RecordStatement(layout.select + " WHERE id = ?", in: database)
    return try ids.compactMap { id in
      defer { row.reset() }
      try row.bind(id, to: 0)
      return try row.step() ? record(from: row) : nil
    }
  }

  /// The record of a row of `TableLayout.select`.
  ///
  /// - Throws: `StoreFailure.damaged`.
  func record(from row: RecordStatement) throws -> Record {
    var record = try recordWithoutParts(from: row)
    guard let parts else { return record }
    defer { parts.reset() }
    try parts.bind(record.id, to: 0)
    var read: [Record.Part] = []
    while try parts.step() { read.append(try part(from: parts, at: 0)) }
    record.parts = read
    return record
  }

  private func recordWithoutParts(from row: RecordStatement) throws -> Record {
    guard let id = row.text(at: 0) else { throw damaged(column: "id") }
    var record = Record(defaultsOf: id)
    try read(fields, of: row, from: 1, into: &record)
    return record
  }

  /// The part in the columns of a row from `column` on.
  private func part(from row: RecordStatement, at column: Int) throws -> Record.Part {
    var part = Record.Part()
    try read(partFields, of: row, from: column, into: &part, cache: texts)
    return part
  }

  private func read<Value: FieldRecord>(
    _ fields: [CatalogueField<Value>], of row: RecordStatement, from first: Int,
    into record: inout Value, cache: TextCache? = nil
  ) throws {
    for index in fields.indices {
      guard
        let value = row.value(at: first + index, as: fields[index].type, cache: cache),
        fields[index].set(value, &record)
      else { throw damaged(column: fields[index].column) }
    }
  }

  private func damaged(column: String) -> StoreFailure {
    .damaged(path: path, detail: "column \(column) of table \(layout.name) has an invalid value")
  }

  // MARK: - Writing

  /// Inserts records, or replaces those of the same ids.
  func save(_ records: some Sequence<PackedRecord<Record>>) throws {
    let upsert = try RecordStatement(layout.upsert, in: database)
    let deleteParts = try layout.parts.map { try RecordStatement($0.delete, in: database) }
    let insertPart = try layout.parts.map { try RecordStatement($0.insert, in: database) }
    for record in records {
      var values = record.values
      let id = values.next()
      try upsert.bind(id, of: values, to: 0)
      for index in fields.indices { try upsert.bind(values.next(), of: values, to: 1 + index) }
      _ = try upsert.step()
      guard let deleteParts, let insertPart, case .number(let count) = values.next() else {
        continue
      }
      try deleteParts.bind(id, of: values, to: 0)
      _ = try deleteParts.step()
      try insertPart.bind(id, of: values, to: 0)
      for position in 0..<count {
        try insertPart.bind(.number(position), of: values, to: 1)
        for index in partFields.indices {
          try insertPart.bind(values.next(), of: values, to: 2 + index)
        }
        _ = try insertPart.step()
      }
    }
  }

  /// Deletes the record of an id and its parts.
  func delete(id: String) throws {
    for sql in [layout.parts?.delete, layout.delete] {
      guard let sql else { continue }
      let statement = try RecordStatement(sql, in: database)
      try statement.bind(id, to: 0)
      _ = try statement.step()
    }
  }
}

extension StoreConnection {
  /// The whole catalogue, read in one transaction.
  ///
  /// - Parameter players: the store's users and wishlists, if they were read before.
  func catalogue(_ players: StoredPlayers? = nil) throws(StoreFailure) -> Catalogue {
    try read { database in
      Catalogue(
        games: try records(in: database).records, developers: try records(in: database).records,
        tags: try records(in: database).records,
        packedUsers: try players?.users ?? records(in: database),
        packedWishlists: try players?.wishlists ?? records(in: database),
        packedVectors: try records(in: database), packedUncounted: try records(in: database),
        annotations: try records(in: database).records,
        promotions: try records(in: database).records)
    }
  }

  /// The data of partners, read in one transaction.
  func partnerData() throws(StoreFailure) -> PartnerData {
    try read { database in
      PartnerData(
        prices: try records(in: database).records, partners: try records(in: database).records,
        metrics: try records(in: database).records)
    }
  }

  private func records<Record: StoredRecord>(
    in database: Database
  ) throws -> PackedRecords<Record> {
    try CatalogueTable(database, path: path).records()
  }
}

/// The users and wishlists of a store.
package struct StoredPlayers: Sendable {
  package let users: PackedRecords<User>
  package let wishlists: PackedRecords<Wishlist>

  package init(users: PackedRecords<User>, wishlists: PackedRecords<Wishlist>) {
    self.users = users
    self.wishlists = wishlists
  }
}
