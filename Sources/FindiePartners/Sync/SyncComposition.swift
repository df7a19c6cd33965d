import FindieDomain
import FindieFiles
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
    for index in facts.indices { found += facts[index].match(titled, by: matcher) }
    let unanswered = earlier.filter { entry in
      facts.contains { $0.shop == entry.shop && $0.unanswered.contains(ExactText(entry.gameId)) }
        && !found.contains { $0.isAboutSamePair(as: entry) }
    }
    review = (found + unanswered).sorted(by: MatchReview.Entry.isBefore)
    prices = PriceHistory(export.prices)
    for facts in facts {
      guard let shop = facts.shop else { continue }
      for (gameId, answers) in facts.prices {
        for answer in answers {
          prices.record(answer.price, of: gameId.text, in: shop, at: answer.at)
        }
      }
    }
    summaries = partners.map { partner in
      asked.first { $0.partner == partner }.map { SyncRecord.Partner($0) }
        ?? SyncRecord.Partner(PartnerFacts(partner), isSkipped: true)
    }
    // The newer number for a day counts.
    metrics = Dictionary(
      (export.metrics + asked.flatMap(\.metrics)).map { (ExactText($0.id), $0) }
    ) { $1 }.sorted { $0.key < $1.key }.map(\.value)
    accounts = asked.compactMap(\.accounts).first
    let recorded = Dictionary(export.statuses.map { (ExactText($0.id), $0) }) { $1 }
    statuses =
      recorded.values.filter { status in !asked.contains { $0.partner.rawValue == status.id } }
      + asked.map { $0.status(recorded[ExactText($0.partner.rawValue)], now: now) }
    games = enriched(export, facts, input, country: country)
    merge(export, facts, memories, input, now: now)
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
            shop.rawValue == series.shop
              && (input.id(of: game, in: shop) != nil || facts.games[id] != nil
                || facts.unanswered.contains(id))
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
      var answers: [Shop: ShopLists] = [:]
      for facts in facts { if let shop = facts.shop { answers[shop] = facts.wishes[player] } }
      let memory = earlier.byUser[player]
      var merge = WishlistMerge(
        own: own[player], userId: player.text, memory: memory,
        accounts: users.contains(player) ? accounts[player] ?? [:] : nil, answers: answers,
        ids: ids, now: now)
      memories.byUser[player] = merge.memory
      // If no shop has a list any more, the app's own list replaces the merged one.
      if !merge.memory.shops.isEmpty || merged.contains(player) {
        wishlists.append(merge.wishlist.newer)
      }
      merge.changes.unknownAccounts = facts.filter { $0.unknownAccounts.contains(player) }
        .compactMap(\.shop)
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
    let series = prices.series
    try write(games.map { canonicalLine($0) }, to: output.games, into: &record)
    try write(series.map { canonicalLine($0) }, to: output.prices, into: &record)
    try write(wishlists.map { canonicalLine($0) }, to: output.wishlists, .ownerOnly, into: &record)
    try write(
      statuses.sorted { ExactText($0.id) < ExactText($1.id) }.map { canonicalLine($0) },
      to: output.partners,
      into: &record)
    try write(changes.map { canonicalLine($0) }, to: folder.changes, .ownerOnly, into: &record)
    try write(review.map { canonicalLine($0) }, to: folder.review, into: &record)
    try write(metrics.map { canonicalLine($0) }, to: output.metrics, into: &record)
    if let accounts { try accounts.write(to: folder) }
    try memories.write(to: folder.memories)
    record.partners = summaries
    record.doubtfulMatches = review.count
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
      succeededAt: succeeded ? now : earlier?.succeededAt, oldestAnswer: oldestAnswer,
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
    for line in try DurableFile.lines(of: file) {
      do {
        let memory = try JSONDecoder().decode(WishlistMerge.Memory.self, from: line)
        byUser[ExactText(memory.userId)] = memory
      } catch {
        throw LocalFailure(
          .failed,
          "\(file.path) is damaged. Delete it: the next run merges all lists anew, and adds games "
            + "again that players removed in the app but not in the shop.")
      }
    }
  }

  func write(to file: URL) throws(FileFailure) {
    let lines = byUser.sorted { $0.key < $1.key }.map { canonicalLine($0.value) }
    try DurableFile.write(lines.joined(), to: file, access: .ownerOnly)
  }
}
