import FindieDomain
import FindieFiles
import FindieIngest
import FindieText
import FindieWorkspace
import Foundation

/// The files of a synchronization, composed from the app's export and the partners' answers.
struct SyncComposition {
  private var games: [EnrichedGame] = []
  private var wishlists: [Wishlist] = []
  private var changes: [WishlistChanges] = []
  private var memories = WishlistMemories()
  private var prices: PriceHistory
  private var statuses: [PartnerStatus] = []
  private var review: [MatchReview.Entry] = []
  private var metrics: [PartnerMetric] = []
  private var accounts: AccountChanges?
  private let summaries: [SyncRecord.Partner]
  private var findings: [String]

  /// - Parameters:
  ///   - asked: the facts of the partners that were asked.
  ///   - others: what is known about the other shops.
  ///   - partners: the partners to ask, including skipped ones.
  ///   - earlier: the matches that the last synchronization left to a person.
  init(
    _ export: AppExport, asked: [PartnerFacts], others: [PartnerFacts], partners: [PartnerName],
    input: SyncInput, decisions: MatchDecisions, country: String, memories: WishlistMemories,
    review earlier: [MatchReview.Entry], now: Timestamp
  ) {
    let matcher = GameMatcher(input.games, decisions: decisions)
    let titled = Dictionary(input.games.map { (ExactText($0.id), $0) }) { $1 }
    var facts = asked + others
    var found: [MatchReview.Entry] = []
    for index in facts.indices {
      found += facts[index].match(titled, by: matcher)
      facts[index].keepLostGames(input)
      facts[index].leaveOutDoubtfulMetrics(recorded: export.metrics)
    }
    let unanswered = earlier.filter { entry in
      facts.contains { $0.shop == entry.shop && $0.unanswered.contains(ExactText(entry.gameId)) }
        && !found.contains { $0.isAboutSamePair(as: entry) }
    }
    review = (found + unanswered).sorted(by: MatchReview.Entry.isBefore)
    findings = Self.findings(ahead: export.prices, of: now)
    prices = PriceHistory(export.prices, now: now)
    for index in facts.indices {
      guard let shop = facts[index].shop else { continue }
      facts[index].keepLostPrices(prices, in: shop)
      var broken: [String] = []
      for (gameId, answers) in facts[index].prices.sorted(by: { $0.key < $1.key }) {
        let shopId = titled[gameId].flatMap { input.id(of: $0, in: shop) }
        // The clock was ahead when an answer in the future was stored.
        for answer in answers where answer.at <= now.latestChange {
          let rule = prices.record(
            answer.price, of: gameId.text, in: shop, as: shopId ?? facts[index].games[gameId]?.id,
            at: answer.at)
          if let rule { broken.append("\(gameId.text): \(rule)") }
        }
      }
      facts[index].fail(broken, "prices", "The last price of each stays")
    }
    let answered = facts.prefix(asked.count)
    summaries = partners.map { partner in
      answered.first { $0.partner == partner }.map { SyncRecord.Partner($0) }
        ?? SyncRecord.Partner(PartnerFacts(partner), isSkipped: true)
    }
    // The newer number for a day counts.
    metrics = Dictionary(
      (export.metrics + answered.flatMap(\.metrics)).map { (ExactText($0.id), $0) }
    ) { $1 }.sorted { $0.key < $1.key }.map(\.value)
    accounts = answered.compactMap(\.accounts).first
    let recorded = Dictionary(export.statuses.map { (ExactText($0.id), $0) }) { $1 }
    statuses =
      recorded.values.filter { status in !answered.contains { $0.partner.rawValue == status.id } }
      + answered.map { $0.status(recorded[ExactText($0.partner.rawValue)], now: now) }
    games = enriched(export, facts, input, country: country)
    merge(export, facts, memories, input, now: now)
  }

  private static func findings(ahead prices: [PriceSeries], of now: Timestamp) -> [String] {
    let ahead = prices.filter { $0.newest ?? now > now }
    guard let first = ahead.first, let time = first.newest else { return [] }
    return [
      "\(ahead.count.grouped) series of prices \(ahead.count.verb("has")) a time after the "
        + "current time, \(now), such as \(time) of \(first.id). No price was removed. The clock "
        + "was ahead in an earlier sync, or it is behind now: check it."
    ]
  }

  /// The games with at least one field from a shop.
  private func enriched(
    _ export: AppExport, _ facts: [PartnerFacts], _ input: SyncInput, country: String
  ) -> [EnrichedGame] {
    let series = Dictionary(
      grouping: prices.series.filter { $0.country == country }
    ) { ExactText($0.gameId) }
    return export.games.compactMap { game in
      let id = ExactText(game.id)
      let shops = facts.compactMap { facts in
        facts.games[id]
          ?? facts.shop.flatMap { shop in
            facts.unanswered.contains(id) ? export.enriched[id]?.known(to: shop) : nil
          }
      }
      // A game may no longer be linked to the shop.
      let prices = series[id]?.filter { series in
        facts.contains { facts in
          facts.shop.map { shop in
            let shopId = input.id(of: game, in: shop)
            return shop.rawValue == series.shop
              && (shopId != nil || facts.games[id] != nil || facts.unanswered.contains(id))
              && (series.shopId ?? shopId ?? "").hasSameBytes(as: shopId ?? series.shopId ?? "")
          } ?? false
        }
      }
      let enrichment = GameEnrichment(game, shops: shops, prices: prices ?? [])
      return enrichment.sources.isEmpty ? nil : EnrichedGame(enrichment)
    }
  }

  private mutating func merge(
    _ export: AppExport, _ facts: [PartnerFacts], _ earlier: WishlistMemories,
    _ input: SyncInput, now: Timestamp
  ) {
    var ids = ShopIds()
    let lastIds = export.lastIds
    for game in input.games {
      for shop in Shop.allCases {
        if let fields = shop.fields, let page = game[keyPath: fields.page],
          let id = fields.otherId(page)
        {
          ids.add(game.id, shop, id)
        }
        if let id = input.id(of: game, in: shop)
          ?? knownId(of: ExactText(game.id), shop, facts, lastIds)
        {
          ids.add(game.id, shop, id)
        }
      }
    }
    let own = export.wishlists.byPlayer.compactMapValues(\.joined)
    let users = Set(export.users.map { ExactText($0.id) })
    let known = users.union(own.keys)
    let merged = Set(export.merged.map { ExactText($0.userId) })
    let accounts = Dictionary(input.accounts.map { (ExactText($0.userId), $0.ids) }) { $1 }
    let players = Set(accounts.keys).union(earlier.byUser.keys).intersection(known)
    for player in players.sorted() {
      var answers: [Shop: ShopWishlist] = [:]
      for facts in facts {
        if let shop = facts.shop { answers[shop] = facts.wishes[player] }
      }
      let merge = WishlistMerge(
        own: own[player], userId: player.text, memory: earlier.byUser[player],
        accounts: users.contains(player) ? accounts[player] ?? [:] : nil, answers: answers,
        ids: ids, now: now)
      memories.byUser[player] = merge.memory
      // If no shop has a list any more, the app's own list replaces the merged one.
      if !merge.memory.shops.isEmpty || merged.contains(player) {
        wishlists.append(merge.wishlist.newer)
      }
      if !merge.changes.isEmpty { changes.append(merge.changes) }
    }
  }

  /// The id in a shop's answer for a game; without an answer, the one from the last merge.
  private func knownId(
    of game: ExactText, _ shop: Shop, _ facts: [PartnerFacts], _ last: [Shop: [ExactText: String]]
  ) -> String? {
    guard let facts = facts.first(where: { $0.shop == shop }) else { return nil }
    return facts.games[game]?.id
      ?? (facts.unanswered.contains(game) ? last[shop]?[game] : nil)
  }

  /// Writes all files, and last what players removed: until that is written, a repeated run merges
  /// from the earlier record.
  func write(
    to output: SyncOutput, _ folder: SyncFolder, into record: inout SyncRecord
  ) throws(FileFailure) {
    record.findings = findings
    try write(games, as: Game.self, to: output.games, into: &record)
    try write(prices.series, as: PriceSeries.self, to: output.prices, into: &record)
    try write(wishlists, as: Wishlist.self, to: output.wishlists, .ownerOnly, into: &record)
    try write(
      statuses.sorted { ExactText($0.id) < ExactText($1.id) }, as: PartnerStatus.self,
      to: output.partners, into: &record)
    try write(changes.map { canonicalLine($0) }, to: folder.changes, .ownerOnly, into: &record)
    try write(review.map { canonicalLine($0) }, to: folder.review, into: &record)
    try write(metrics, as: PartnerMetric.self, to: output.metrics, into: &record)
    if let accounts { try accounts.write(to: folder) }
    try memories.write(to: folder.memories)
    record.partners = summaries
    record.doubtfulMatches = review.count
  }

  /// Writes the lines that a nightly run reads; a line that it would reject is a finding.
  private func write<Line: Encodable, Record: CollectedRecord>(
    _ records: [Line], as type: Record.Type, to file: URL, _ access: FileAccess = .shared,
    into record: inout SyncRecord
  ) throws(FileFailure) {
    let reader = CatalogueLines<Record>(latestChange: nil)
    var lines: [String] = []
    var faults: [LineFault] = []
    for line in records.lazy.map({ canonicalLine($0) }) {
      do throws(LineFault) {
        _ = try reader.record(of: line.utf8.dropLast())
        lines.append(line)
      } catch {
        faults.append(error)
      }
    }
    if let fault = faults.first {
      record.findings.append(
        "\(file.lastPathComponent): \(faults.count.counted("line")) left out, since a run would "
          + "reject them (\(fault)).")
    }
    try write(lines, to: file, access, into: &record)
  }

  private func write(
    _ lines: [String], to file: URL, _ access: FileAccess = .shared, into record: inout SyncRecord
  ) throws(FileFailure) {
    try DurableFile.write(lines.joined(), to: file, access: access)
    record.outputs[file.lastPathComponent] = lines.count
  }
}

extension [Wishlist] {
  /// The newest of a player's lists, plus the games that only the others have. Nil without a list.
  fileprivate var joined: Wishlist? {
    guard let first else { return nil }
    var joined = dropFirst().reduce(first) { $1.replaces($0) ? $1 : $0 }
    var games = Set(joined.items.map { ExactText($0.gameId) })
    for list in self where !list.id.hasSameBytes(as: joined.id) {
      joined.items += list.items.filter { games.insert(ExactText($0.gameId)).inserted }
    }
    return joined
  }
}

extension Wishlist {
  /// The list, dated as newer than the one that it was made from.
  fileprivate var newer: Wishlist {
    var newer = self
    newer.lastUpdated = lastUpdated?.next
    return newer
  }
}

extension PartnerFacts {
  /// Adds the games that a search found if they are certainly the same.
  ///
  /// - Parameter searched: the app's games, by id.
  /// - Returns: the matches that a person has to decide.
  fileprivate mutating func match(
    _ searched: [ExactText: Game], by matcher: GameMatcher
  ) -> [MatchReview.Entry] {
    var review: [MatchReview.Entry] = []
    // A game may be a candidate for several games.
    var matches: [ShopGame: GameMatch] = [:]
    for (gameId, found) in candidates {
      guard let game = searched[gameId] else { continue }
      for candidate in found {
        let match = matches[candidate] ?? matcher.match(candidate)
        matches[candidate] = match
        if case .certain(let id, _) = match, ExactText(id) == gameId {
          games[gameId] = games[gameId] ?? candidate
        }
        if let entry = MatchReview.Entry(game, candidate, match) { review.append(entry) }
      }
    }
    return review
  }

  fileprivate func status(_ earlier: PartnerStatus?, now: Timestamp) -> PartnerStatus {
    PartnerStatus(
      id: partner.rawValue, updatedAt: now,
      succeededAt: succeeded ? now : earlier?.succeededAt.map { min($0, now) },
      oldestAnswer: oldestAnswer,
      answers: answers, failures: failures.count, games: games.count, wishlists: wishes.count,
      prices: prices.count, message: failures.first.map { "\($0)" })
  }
}

extension SyncRecord.Partner {
  fileprivate init(_ facts: PartnerFacts, isSkipped: Bool = false) {
    let status: Status =
      !facts.succeeded ? .failed : !facts.failures.isEmpty ? .incomplete : .done
    self.init(
      id: facts.partner, status: isSkipped ? .skipped : status,
      games: facts.games.count, prices: facts.prices.count, wishlists: facts.wishes.count,
      metrics: facts.metrics.count, answers: facts.answers, oldestAnswer: facts.oldestAnswer,
      failures: facts.failures.prefix(20).map { "\($0)" }, failureCount: facts.failures.count,
      failedByFiles: !isSkipped && facts.failures.allSatisfy(\.isAboutFile),
      postponed: facts.postponed, note: facts.note)
  }
}

/// Each player's lists when they were last merged.
struct WishlistMemories {
  var byUser: [ExactText: WishlistMerge.Memory] = [:]

  init() {}

  /// - Throws: `FileFailure`; `LocalFailure` for a line that cannot be read.
  init(reading file: URL) throws {
    let memories: [WishlistMerge.Memory] = try DurableFile.records(
      of: file,
      remedy: "Restore the file from a backup. If there is none, delete the line: the next run "
        + "merges the player's lists anew, and adds games again that the player removed in the "
        + "app but not in the shop.")
    for memory in memories { byUser[ExactText(memory.userId)] = memory }
  }

  func write(to file: URL) throws(FileFailure) {
    let lines = byUser.sorted { $0.key < $1.key }.map { canonicalLine($0.value) }
    try DurableFile.write(lines.joined(), to: file, access: .ownerOnly)
  }
}
