package import FindieDomain
import FindieText
import FindieWorkspace
import Foundation

/// Removes games and players from the lines of published lists. All other bytes stay.
package struct LineEditor {
  private let games: Set<[UInt8]>
  private let players: Set<[UInt8]>
  private let profiles: Set<[UInt8]>
  /// Players and profiles.
  private let hidden: Set<[UInt8]>
  /// The new ids of the changed lists, by player.
  package private(set) var listIds: [ExactText: String] = [:]
  /// Whether a line of the file was changed or removed.
  package private(set) var hasChanged = false
  /// The number of removed lines of the file.
  private var removed = 0

  package init(_ exclusions: ListExclusions) {
    func texts(_ ids: Set<ExactText>) -> Set<[UInt8]> {
      Set(
        ids.map { id in
          var bytes: [UInt8] = []
          bytes.append(json: id.text)
          return bytes
        })
    }
    games = texts(exclusions.games)
    players = texts(exclusions.players)
    profiles = texts(Set(exclusions.refusals.map { ExactText($0.id) }))
    hidden = players.union(profiles)
  }

  /// Begins another file.
  package mutating func begin() { (removed, hasChanged) = (0, false) }

  /// The next lines of a file without the excluded games and players. Ranks have no gaps.
  ///
  /// - Throws: if an id is not a JSON text.
  package mutating func edited(_ lines: [UInt8]) throws -> [UInt8] {
    var edited: [UInt8] = []
    edited.reserveCapacity(lines.count)
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let remaining = try self.line(line) else {
        removed += 1
        hasChanged = true
        continue
      }
      edited += remaining
      edited.append(UInt8(ascii: "\n"))
    }
    return edited
  }

  /// Nil if the line is removed.
  private mutating func line(_ line: ArraySlice<UInt8>) throws -> ArraySlice<UInt8>? {
    var members = Self.parts(of: line)
    if isExcluded(members, players) { return nil }
    let (user, source) = (value("userId", of: members), value("source", of: members))
    let rows = place("rows", of: members)
    let isPersonal = rows != nil || source.map { !$0.elementsEqual(Self.popular) } ?? false
    if let user, isPersonal, profiles.contains(Array(user)) { return nil }
    var isOther = false
    // A line for each game has a rank.
    if removed > 0, let place = place("rank", of: members), let rank = Self.number(members[place]) {
      members[place] = Self.rank(rank - removed)
      isOther = true
    }
    for (index, member) in members.enumerated() {
      guard let entries = Self.lists.lazy.compactMap({ Self.value($0, of: member) }).first else {
        continue
      }
      let parts = Self.parts(of: entries)
      let others = parts.filter { !isExcluded(Self.parts(of: $0), hidden) }
      guard others.count < parts.count else { continue }
      let key = member[..<entries.startIndex]
      // A player without a drop has no line.
      if others.isEmpty, key.elementsEqual(Self.drops) { return nil }
      members[index] = key + Self.joined(others.enumerated().map(Self.ranked), "[", "]")
      isOther = true
    }
    if let rows {
      guard let others = self.rows(members[rows]) else { return nil }
      isOther = others.count < members[rows].count
      members[rows] = others
    }
    guard isOther else { return line }
    hasChanged = true
    if let place = place("listId", of: members) {
      members[place] = try newId(of: members, replacing: place)
    }
    return Self.joined(members, "{", "}")
  }

  /// The member of a player's rows; nil if none remains.
  private func rows(_ member: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let all = Self.value("rows", of: member) else { return member }
    let rows = Self.parts(of: all).compactMap { row -> ArraySlice<UInt8>? in
      var members = Self.parts(of: row)
      let isOfGame = value("key", of: members)?.starts(with: Self.because) ?? false
      if isOfGame, value("subject", of: members).map({ games.contains(Array($0)) }) ?? false {
        return nil
      }
      guard let place = place("games", of: members),
        let list = Self.value("games", of: members[place])
      else { return row }
      let others = Self.parts(of: list).filter { !games.contains(Array($0)) }
      members[place] = members[place][..<list.startIndex] + Self.joined(others, "[", "]")
      return others.isEmpty ? nil : Self.joined(members, "{", "}")
    }
    return rows.isEmpty ? nil : member[..<all.startIndex] + Self.joined(rows, "[", "]")
  }

  /// Whether a line or an entry is of an excluded game or player.
  private func isExcluded(
    _ members: [ArraySlice<UInt8>], _ players: Set<[UInt8]>
  ) -> Bool {
    value("gameId", of: members).map { games.contains(Array($0)) } ?? false
      || value("userId", of: members).map { players.contains(Array($0)) } ?? false
  }

  /// The member of a list's id, as `PublishedLine` computes it.
  private mutating func newId(
    of members: [ArraySlice<UInt8>], replacing place: Int
  ) throws -> ArraySlice<UInt8> {
    var others = members
    let old = others.remove(at: place)
    var line = FingerprintWriter()
    line.add(Self.joined(others, "{", "}"))
    let hyphen = old.firstIndex(of: UInt8(ascii: "-"))
    let arm = hyphen.map { old[$0...].dropLast() } ?? []
    let id = PublishedLine.hash(line.fingerprint) + String(decoding: arm, as: UTF8.self)
    if let user = value("userId", of: members) {
      listIds[ExactText(try JSONDecoder().decode(String.self, from: Data(user)))] = id
    }
    return ArraySlice("\"listId\":\"\(id)\"".utf8)
  }
}

// MARK: - JSON

extension LineEditor {
  /// The members whose entries have a game or a player.
  private static let lists = ["games", "players", "drops"]
  private static let popular = Array("\"popular\"".utf8)
  /// The start of the keys of rows that are about a game.
  private static let because = Array("\"because-".utf8)
  private static let drops = Array("\"drops\":".utf8)

  /// The members of an object or the elements of an array that `PublishedLine` wrote: there is no
  /// space between them.
  private static func parts(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var (parts, depth, isText, isEscaped) = ([ArraySlice<UInt8>](), 0, false, false)
    let content = text.dropFirst().dropLast()
    var start = content.startIndex
    for index in content.indices {
      let byte = content[index]
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ",") where depth == 0:
          parts.append(content[start..<index])
          start = index + 1
        default: break
        }
      }
    }
    if start < content.endIndex { parts.append(content[start...]) }
    return parts
  }

  private static func joined(
    _ parts: [ArraySlice<UInt8>], _ begin: Unicode.Scalar, _ end: Unicode.Scalar
  ) -> ArraySlice<UInt8> {
    ArraySlice(
      [UInt8(ascii: begin)] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: end)])
  }

  /// The value of a member; nil if it has a different key.
  private static func value(_ key: String, of member: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = Array("\"\(key)\":".utf8)
    return member.starts(with: start) ? member.dropFirst(start.count) : nil
  }

  private func value(_ key: String, of members: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
    members.lazy.compactMap { Self.value(key, of: $0) }.first
  }

  private func place(_ key: String, of members: [ArraySlice<UInt8>]) -> Int? {
    members.firstIndex { Self.value(key, of: $0) != nil }
  }

  private static func number(_ member: ArraySlice<UInt8>) -> Int? {
    value("rank", of: member).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private static func rank(_ rank: Int) -> ArraySlice<UInt8> { ArraySlice("\"rank\":\(rank)".utf8) }

  /// The entry at an index with its rank.
  private static func ranked(_ index: Int, _ entry: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var members = parts(of: entry)
    guard let place = members.firstIndex(where: { number($0) != nil }) else { return entry }
    members[place] = rank(index + 1)
    return joined(members, "{", "}")
  }
}
