import FindieDomain
package import FindieFiles
package import Foundation

/// A day by game as a file: a partition's head, names, and rows with a number for every
/// `DayByGame.Column`.
///
/// ```
/// games.bytes, games.ends, games.rows     ids, and how many rows each has
/// players.bytes, players.ends             ids
/// players.first                           the first event of each
/// <value>.bytes, <value>.ends             the strings of a column of text
/// rows.widths                             the number of bytes of each number of a row
/// rows                                    player, millisecond, kind, …, side by side
/// ```
extension DayByGame {
  /// Writes the file at `url`, in place, without a sync.
  package func write(to url: URL) throws(FileFailure) {
    guard let names else { preconditionFailure("a day is written before it is numbered") }
    var writer = try PartitionWriter(collection, to: url)
    try writer.write(names.games, "games")
    try writer.whole("games.rows", count: names.games.count) { UInt32(rows(of: $0).count) }
    try writer.write(names.players, "players")
    try writer.whole("players.first", count: names.players.count) { names.firstMilliseconds[$0] }
    var fields: [(numbers: [UInt32], width: Int)] = []
    for column in Self.columns(of: collection) {
      var numbers: [UInt32] = []
      numbers.reserveCapacity(count)
      reader(of: column).append(0..<count, to: &numbers)
      fields.append((numbers, column.width(upTo: numbers.max() ?? 0)))
      if case .value(let text) = column { try writer.write(strings(text), text.rawValue) }
    }
    try writer.packed(rows: count, fields)
    _ = try writer.finish(collection, day, rows: count)
  }

  /// Opens a file; its columns are read in place.
  package static func read(_ url: URL) throws -> DayByGame {
    try DayByGame(mapping: PartitionFile(url))
  }

  private init(mapping file: PartitionFile) throws(HistoryDamage) {
    let games = try file.strings("games")
    let lengths = try file.anyWholeNumbers("games.rows", UInt32.self)
    guard lengths.count == games.count else { throw .column("games.rows") }
    var starts: [UInt32] = [0]
    var end = 0
    for length in lengths {
      end += Int(length)
      guard end <= file.rows else { throw .column("games.rows") }
      starts.append(UInt32(end))
    }
    guard end == file.rows else { throw .column("games.rows") }
    let players = try file.strings("players")
    let firsts = try file.anyWholeNumbers("players.first", UInt32.self)
    guard firsts.count == players.count else { throw .column("players.first") }
    var strings: [TextColumn: ByteStrings] = [:]
    var columns: [Column: Numbers] = [:]
    let all = Self.columns(of: file.collection)
    for (column, field) in zip(all, try file.packedFields(all.count)) {
      let limit: Int
      switch column {
      case .players: limit = players.count
      case .kinds: limit = Int(file.collection.kindCount)
      case .milliseconds: limit = 86_400_000
      case .number: limit = .max
      case .value(let text):
        let own = try file.strings(text.rawValue)
        strings[text] = own
        limit = own.count
      }
      guard limit == .max || field.isBelow(limit) else { throw .column("rows") }
      columns[column] = .packed(field)
    }
    file.release()
    self.init(
      file.collection, file.day,
      Names(games: games, players: players, firstMilliseconds: firsts), starts: starts,
      strings: strings, columns: columns, file: file)
  }
}

extension DayByGame.Column {
  /// The width of a number in bytes; 4 for Float32.
  fileprivate func width(upTo largest: UInt32) -> Int {
    switch (self, largest) {
    case (.number, _): 4
    case (_, ...UInt32(UInt8.max)): 1
    case (_, ...UInt32(UInt16.max)): 2
    default: 4
    }
  }
}

extension PartitionWriter {
  fileprivate mutating func whole(
    _ name: String, count: Int, _ value: (Int) -> UInt32
  ) throws(FileFailure) {
    var largest: UInt32 = 0
    for index in 0..<count { largest = max(largest, value(index)) }
    try wholeNumbers(name, upTo: UInt64(largest), count: count, didWrite: {}) { UInt64(value($0)) }
  }

  fileprivate mutating func write(_ strings: ByteStrings, _ name: String) throws(FileFailure) {
    try text(name, CodedStrings(codes: [], strings: strings))
  }
}
