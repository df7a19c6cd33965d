package import FindieAnalytics
package import FindieDomain
import FindieHistory
import FindieText
import FindieWorkspace
import Foundation

/// The lines of the published lists: JSON with the keys in the contract's order, scores with six
/// significant digits. Lines have no date, so that equal lists are equal bytes on all nights.
package struct PublishedLine: Sendable {
  package internal(set) var bytes: [UInt8] = []

  package init() {}

  /// - Parameter arm: the experiment whose arm the player is in; nil if the list's id names it.
  /// - Returns: the id of the list, which is computed if it has none.
  @discardableResult
  package mutating func append(_ list: RecommendationList, arm: String? = nil) -> String {
    let start = begin(userId: list.userId, source: list.source, arm: arm ?? list.arm)
    for entry in list.games {
      beginEntry(rank: entry.rank, score: SixDigitText(entry.score)) {
        $0.append(json: entry.gameId)
      }
      for (index, reason) in entry.reasons.enumerated() {
        add(reason.kind, weight: SixDigitText(reason.weight), isFirst: index == 0) {
          if let subject = reason.gameId ?? reason.genre?.rawValue { $0.append(json: subject) }
        }
      }
      endEntry(probability: entry.probability, isPromoted: entry.promoted ?? false)
    }
    return endList(start, listId: list.listId)
  }

  /// Where a player's line and its id begin.
  struct ListStart {
    fileprivate let line: Int
    fileprivate let listId: Int
    /// The end of the id: a hyphen and the arm's experiment.
    fileprivate let suffix: String
  }

  /// Begins the line of a player, which `endList` completes.
  ///
  /// - Parameter arm: the experiment whose arm the player is in.
  mutating func begin(
    userId: String, source: RecommendationList.Source, arm: String?
  ) -> ListStart {
    let line = bytes.count
    add(#"{"userId":"#, text: userId)
    let start = ListStart(
      line: line, listId: bytes.count, suffix: arm.map { "-\($0)" } ?? "")
    bytes += Self.listIdMember(Self.unknownListId + start.suffix).utf8
    if let arm { bytes += #","arm":"\#(arm)""#.utf8 }
    add(#","source":"#, text: source.rawValue)
    add(#","games":["#)
    return start
  }

  /// Appends an entry up to its reasons.
  ///
  /// - Parameter appendGame: appends the game's id as a JSON string.
  mutating func beginEntry(
    rank: Int, score: SixDigitText, _ appendGame: (inout [UInt8]) -> Void
  ) {
    add(rank == 1 ? #"{"gameId":"# : #",{"gameId":"#)
    appendGame(&bytes)
    add(#","rank":"#)
    bytes.append(digitsOf: UInt(rank))
    add(#","score":"#)
    bytes.append(score)
    add(#","reasons":["#)
  }

  /// Appends a reason of an entry.
  ///
  /// - Parameter appendSubject: appends the game or the genre that the kind names as a JSON string.
  mutating func add(
    _ kind: ReasonKind, weight: SixDigitText, isFirst: Bool,
    _ appendSubject: (inout [UInt8]) -> Void
  ) {
    if !isFirst { add(",") }
    Self.kinds.copy(Int(kind.code), to: &bytes)
    if kind.namesGame || kind.namesGenre { appendSubject(&bytes) }
    add(#","weight":"#)
    bytes.append(weight)
    add("}")
  }

  /// Appends the rest of an entry, after its reasons.
  mutating func endEntry(probability: Double?, isPromoted: Bool) {
    guard let probability else { return add(isPromoted ? #"],"promoted":true}"# : "]}") }
    add(#"],"slot":"exploration","probability":"#)
    bytes.append(sixDigitsOf: probability)
    add("}")
  }

  /// Ends the line of a player.
  ///
  /// - Parameter known: the id of a longer list that starts with this one; nil to compute the id:
  ///   the first 16 hexadecimal digits of the SHA-256 of the line without its `listId`, followed
  ///   by the arm.
  /// - Returns: the id.
  mutating func endList(_ start: ListStart, listId known: String? = nil) -> String {
    add("]}")
    let length = Self.listIdMember(Self.unknownListId + start.suffix).utf8.count
    let member = start.listId..<start.listId + length
    let listId = known ?? hash(from: start.line, without: member) + start.suffix
    bytes.replaceSubrange(member, with: Self.listIdMember(listId).utf8)
    add("\n")
    return listId
  }

  private func hash(from line: Int, without member: Range<Int>) -> String {
    var hash = FingerprintWriter()
    hash.add(bytes[line..<member.lowerBound])
    hash.add(bytes[member.upperBound...])
    return Self.hash(hash.fingerprint)
  }

  /// The hash in the id of a list.
  ///
  /// - Parameter line: the fingerprint of its line without the id.
  static func hash(_ line: Fingerprint) -> String {
    String(line.hexadecimal.prefix(unknownListId.count))
  }

  private static let unknownListId = "0000000000000000"
  /// The begin of a reason of each kind, by its code.
  private static let kinds = ReasonKind.allCases.reduce(into: ByteStrings()) { all, kind in
    let subject = kind.namesGame ? #","gameId":"# : kind.namesGenre ? #","genre":"# : ""
    all.append(Array("{\"kind\":\"\(kind.rawValue)\"\(subject)".utf8).span)
  }

  private static func listIdMember(_ id: String) -> String { #","listId":"\#(id)""# }

  /// Appends the line of a player's rows.
  package mutating func append(_ rows: [RecommendationList.Row], ofPlayer userId: String) {
    append { line in
      line.add("userId", userId)
      line.add("rows", objects: rows) { line, row in
        line.add("key", row.key.rawValue)
        if let subject = row.subject { line.add("subject", subject) }
        line.add("games", row.gameIds)
      }
    }
  }

  /// Begins the line of a player's rows, which `endRows` completes.
  mutating func beginRows(userId: String) {
    add(#"{"userId":"#, text: userId)
    add(#","rows":["#)
  }

  /// Appends a row, given the numbers of its texts.
  mutating func addRow(
    _ texts: ByteStrings, isFirst: Bool, key: Int, subject: Int?, games: [Int]
  ) {
    add(isFirst ? #"{"key":"# : #",{"key":"#)
    texts.copy(key, to: &bytes)
    if let subject {
      add(#","subject":"#)
      texts.copy(subject, to: &bytes)
    }
    add(#","games":["#)
    for (index, game) in games.enumerated() {
      if index > 0 { add(",") }
      texts.copy(game, to: &bytes)
    }
    add("]}")
  }

  mutating func endRows() { add("]}\n") }

  package mutating func append(_ list: SimilarGames) {
    append { line in
      line.add("gameId", list.gameId)
      line.add("games", objects: list.games) { line, entry in
        line.add("gameId", entry.gameId)
        line.add("rank", entry.rank)
        line.add("score", sixDigits: entry.score)
        line.add("carriedBy", entry.carriedBy.rawValue)
      }
    }
  }

  package mutating func append(_ list: TrendingGames) {
    append { line in
      line.add("genre", orNull: list.genre?.rawValue)
      line.add("games", objects: list.games) { line, entry in
        line.add("gameId", entry.gameId)
        line.add("rank", entry.rank)
        line.add("lift", sixDigits: entry.lift)
        line.add("lowerBound", sixDigits: entry.lowerBound)
        line.add("events", entry.events)
        if !entry.flags.isEmpty { line.add("flags", entry.flags.map(\.rawValue)) }
      }
    }
  }

  package mutating func append(_ list: PopularGames) {
    append { line in
      line.add("genre", orNull: list.genre?.rawValue)
      if let days = list.days { line.add("days", days) } else { line.addNull("days") }
      line.add("games", objects: list.games) { line, entry in
        line.add("gameId", entry.gameId)
        line.add("rank", entry.rank)
        line.add("players", entry.players)
      }
    }
  }

  package mutating func append(_ release: NewRelease) {
    append { line in
      line.add("gameId", release.gameId)
      line.add("rank", release.rank)
      line.add("releaseDate", release.releaseDate.description)
      line.add("status", release.status.rawValue)
      line.add("score", sixDigits: release.score)
    }
  }

  package mutating func append(_ game: AnnouncedGame) {
    append { line in
      line.add("gameId", game.gameId)
      line.add("rank", game.rank)
      line.add("releaseDate", orNull: game.releaseDate?.description)
      line.add("status", game.status.rawValue)
    }
  }

  /// Appends a game that a search found.
  package mutating func append(_ game: Game, rank: Int) {
    append { line in
      line.add("gameId", game.id)
      line.add("rank", rank)
      line.add("title", game.title)
    }
  }

  package mutating func append(_ audience: GameAudience) {
    append { line in
      line.add("gameId", audience.gameId)
      line.add("players", objects: audience.players) { $0.add($1) }
    }
  }

  /// A line for each player.
  package init(playersOf audience: GameAudience) {
    for player in audience.players { append { $0.add(player) } }
  }

  /// Appends the line of an object whose members `write` adds.
  mutating func append(_ write: (inout JSONLine) -> Void) {
    var line = JSONLine()
    write(&line)
    bytes += line.bytes
    add("\n")
  }

  mutating func add(_ raw: StaticString) {
    // The bytes of a literal stay in memory.
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: raw.utf8Start, count: raw.utf8CodeUnitCount))
  }

  /// Appends `raw`, then `text` as a JSON string.
  private mutating func add(_ raw: StaticString, text: String) {
    add(raw)
    bytes.append(json: text)
  }
}

extension JSONLine {
  fileprivate mutating func add(_ player: GameAudience.Player) {
    add("userId", player.userId)
    add("rank", player.rank)
    add("score", sixDigits: player.score)
  }

  fileprivate mutating func add(_ key: String, orNull text: String?) {
    if let text { add(key, text) } else { addNull(key) }
  }
}

extension PublishedLine {
  /// Appends the line of a player.
  ///
  /// - Parameter drops: the player's, at least one.
  package mutating func append(_ drops: ArraySlice<PriceDrop>) {
    append { line in
      line.add("userId", drops[drops.startIndex].userId)
      line.add("drops", objects: drops) { line, drop in
        line.add("gameId", drop.gameId)
        line.add("shop", drop.shop)
        line.add("country", drop.country)
        line.add("currency", drop.currency)
        line.add("priceWhenWished", drop.priceWhenWished)
        line.add("price", drop.price)
        line.add("percent", drop.percent)
        line.add("since", drop.since.description)
        line.add("lowestIn90Days", drop.isLowestIn90Days)
        if let regular = drop.regularPrice { line.add("regularPrice", regular) }
        if let discount = drop.discount { line.add("discount", discount) }
      }
    }
  }
}

extension JSONLine {
  fileprivate mutating func add(_ key: String, _ number: Decimal) {
    addValue(key) { $0 += "\(number)".utf8 }
  }
}

extension RecommendationList {
  /// The list with its id, which `PublishedLine` computes.
  ///
  /// - Parameter arm: the experiment whose arm the player is in; nil for none.
  package func identified(arm: String?) -> RecommendationList {
    var line = PublishedLine()
    let listId = line.append(self, arm: arm)
    return with(games: games, listId: listId)
  }
}
