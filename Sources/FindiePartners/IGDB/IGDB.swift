import FindieDomain

/// The IGDB game database.
///
/// Source: the documentation of IGDB's API, version 4. It allows four requests a second.
package struct IGDB: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings
  private let token: TwitchToken

  package init(_ transport: Transport, _ settings: PartnerSettings, _ secrets: PartnerSecrets) {
    self.transport = transport
    self.settings = settings
    token = TwitchToken(transport, settings, secrets)
  }

  /// The maximum number of app ids per call of `games`.
  package static let appIdsPerCall = 500

  /// The games with 1 to `appIdsPerCall` Steam app ids, by app id. App ids that IGDB does not know
  /// are absent.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func games(steamAppIds: [String]) throws -> Fetched<[String: ShopGame]> {
    precondition((1...IGDB.appIdsPerCall).contains(steamAppIds.count), "too many ids, or none")
    var query = query(of: steamAppIds)
    var links: [IGDBLink] = []
    var origin = AnswerOrigin.cache
    var receivedAt = transport.clock.now()
    var lastId = 0
    var unreadable = 0
    while true {
      let request = request("external_games", query)
      let page = try transport.fetch(request, maximumAge: settings.maximumAge.details) {
        try IGDBLink.page(in: $0, request)
      }
      links += page.value.links
      unreadable += page.value.unreadable
      origin = origin.with(page.origin)
      receivedAt = min(receivedAt, page.receivedAt)
      guard page.value.rows >= IGDBQuery.maximumRows, let next = page.value.links.last?.id else {
        var found = Fetched(
          value: IGDBLink.games(of: links, steamAppIds: steamAppIds), receivedAt: receivedAt,
          origin: origin)
        found.leftOut(unreadable, of: request)
        return found
      }
      // A page that does not advance would repeat forever.
      guard next > lastId else {
        throw PartnerFailure.invalid(request.summary, detail: "the ids do not increase")
      }
      lastId = next
      query = query.after(next)
    }
  }

  /// The games that IGDB finds by title, at most ten.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  package func search(_ title: String) throws -> Fetched<[ShopGame]> {
    try transport.fetch(searchRequest(for: title), maximumAge: settings.maximumAge.details) {
      try IGDBGame.games(in: $0)
    }
  }

  func searchRequest(for title: String) -> PartnerRequest {
    request("games", IGDBQuery(IGDBGame.fields, search: title, rows: 10))
  }

  /// The first page of `games`.
  func request(of steamAppIds: [String]) -> PartnerRequest {
    request("external_games", query(of: steamAppIds))
  }

  private func query(of steamAppIds: [String]) -> IGDBQuery {
    let ids = steamAppIds.sorted().map(IGDBQuery.quoted).joined(separator: ",")
    return IGDBQuery(
      IGDBLink.fields, where: ["external_game_source = \(IGDBLink.steam)", "uid = (\(ids))"])
  }

  private func request(_ path: String, _ query: IGDBQuery) -> PartnerRequest {
    var request = PartnerRequest(settings.endpoint(.igdb), .post, path: path)
    request.headers = ["Content-Type": "text/plain", "Accept": "application/json"]
    request.body = Array(query.text.utf8)
    request.authorization = token
    request.maximumBytes = 32 << 20
    return request
  }
}

/// IGDB: genres, themes, dates, companies and websites of the app's games.
package struct IGDBPartner: Partner {
  private let igdb: IGDB
  private let transport: Transport

  package static let secrets: [PartnerSecrets.Name] = [.twitchClientId, .twitchClientSecret]

  package init(_ context: PartnerContext) {
    transport = context.transport
    igdb = IGDB(transport, context.settings, context.secrets)
  }

  package func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts {
    var facts = PartnerFacts(.igdb)
    let games = input.games.compactMap { game in
      input.id(of: game, in: .steam).map { (id: ExactText(game.id), appId: $0) }
    }
    let gameIds = Dictionary(grouping: games, by: \.appId).mapValues { $0.map(\.id) }
    let others = input.games.filter { input.id(of: $0, in: .steam) == nil }
    let batches = gameIds.keys.sorted().parts(of: IGDB.appIdsPerCall)
    var steps = RequestProgress(of: batches.count + others.count, progress)
    for batch in transport.inTurn(batches, igdb.request(of:)) {
      let ids = batch.flatMap { gameIds[$0] ?? [] }
      if let found = try facts.add(about: ids, { try igdb.games(steamAppIds: batch) }) {
        for (appId, details) in found.value {
          for id in gameIds[appId] ?? [] { facts.games[id] = details }
        }
      }
      steps.step()
    }
    let searches = transport.inTurn(others) { igdb.searchRequest(for: $0.title) }
    try facts.search(searches, &steps) { try igdb.search($0) }
    return facts
  }
}

/// A query in Apicalypse, the language of IGDB.
package struct IGDBQuery: Sendable {
  /// The largest number of rows that IGDB answers.
  package static let maximumRows = 500

  private let fields: [String]
  /// The title to search for. IGDB then orders the rows by relevance, without pages.
  private let search: String?
  private let conditions: [String]
  private let rows: Int
  /// Only rows with larger ids are returned, ordered by id.
  private var lastId: Int?

  /// The first page of the rows that meet all conditions.
  package init(_ fields: [String], where conditions: [String]) {
    self.fields = fields
    self.conditions = conditions
    search = nil
    rows = IGDBQuery.maximumRows
    lastId = 0
  }

  /// The best rows for a title.
  package init(_ fields: [String], search title: String, rows: Int) {
    self.fields = fields
    self.rows = rows
    search = title
    conditions = []
  }

  /// The next page.
  package func after(_ id: Int) -> IGDBQuery {
    var query = self
    query.lastId = id
    return query
  }

  package var text: String {
    var clauses = ["fields \(fields.joined(separator: ","))"]
    if let search { clauses.append("search \(IGDBQuery.quoted(search))") }
    let all = conditions + (lastId.map { ["id > \($0)"] } ?? [])
    if !all.isEmpty { clauses.append("where \(all.joined(separator: " & "))") }
    if lastId != nil { clauses.append("sort id asc") }
    clauses.append("limit \(rows)")
    return clauses.map { $0 + ";" }.joined(separator: " ")
  }

  /// A text in quotation marks. Quotation marks and backslashes in it are escaped; line breaks and
  /// other control characters become blanks.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: result += " "
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

/// A row of IGDB's `external_games`: the id of a game in a shop.
package struct IGDBLink: Sendable {
  package let id: Int
  private let uid: String?
  private let game: ShopGame?

  /// Steam's number among the values of `external_game_source`.
  static let steam = 1

  static let fields = ["uid"] + IGDBGame.fields.map { "game.\($0)" }

  private struct Row: Decodable {
    let id: Int
    let uid: NumberOrText?
    let game: IGDBGame?
    /// Whether the row has a game that cannot be read.
    let hasOddGame: Bool

    private enum Key: String, CodingKey {
      case id, uid, game
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      uid = try container.decodeIfPresent(NumberOrText.self, forKey: .uid)
      do {
        game = try container.decodeIfPresent(IGDBGame.self, forKey: .game)
        hasOddGame = false
      } catch {
        // One odd game does not make the page unusable.
        game = nil
        hasOddGame = true
      }
    }
  }

  /// The links of a page.
  package struct Page: Sendable {
    package let links: [IGDBLink]
    /// Including those that cannot be read.
    package let rows: Int
    /// Links and games that cannot be read.
    package let unreadable: Int
  }

  /// - Throws: `DecodingError`; `PartnerFailure` if no row can be read.
  package static func page(in answer: PartnerAnswer, _ request: PartnerRequest) throws -> Page {
    let rows: LenientArray<Row> = try answer.json()
    let links = try rows.rows(of: request).map { row in
      IGDBLink(
        id: row.id, uid: row.uid?.text, game: row.game?.game(checkedAt: answer.receivedAt))
    }
    return Page(
      links: links, rows: links.count + rows.skipped,
      unreadable: rows.skipped + rows.elements.count(where: \.hasOddGame))
  }

  /// The games with the requested Steam app ids, by app id. If several share an app id, one with
  /// `isGame` is preferred, then the one with the smallest id.
  package static func games(of links: [IGDBLink], steamAppIds: [String]) -> [String: ShopGame] {
    let requested = Set(steamAppIds)
    var games: [String: ShopGame] = [:]
    for link in links {
      guard let appId = link.uid, requested.contains(appId), var game = link.game else { continue }
      if let other = games[appId], !game.isBetter(than: other) { continue }
      game.otherIds[.steam] = appId
      games[appId] = game
    }
    return games
  }
}

extension ShopGame {
  fileprivate func isBetter(than other: ShopGame) -> Bool {
    if isGame != other.isGame { return isGame }
    return (Int(id) ?? 0) < (Int(other.id) ?? 0)
  }
}
