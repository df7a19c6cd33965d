import FindieDomain
import Foundation

/// The pages of itch.io: users, search and games.
///
/// itch.io has no public API for these, so Findie reads the pages as a browser does: at most one
/// request per second, and only where robots.txt allows it (`RobotRules`).
package struct ItchSite: Sendable {
  private let transport: Transport
  private let settings: PartnerSettings

  package init(_ transport: Transport, _ settings: PartnerSettings) {
    self.transport = transport
    self.settings = settings
  }

  /// The games on a user's profile; none if there is no such user.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func games(of user: ItchName) throws -> Fetched<[ShopGame]> {
    let request = profile(of: user)
    return try fetch(request, maximumAge: settings.maximumAge.details, entries: \.count) { answer in
      answer.status == 404 ? [] : try games(in: answer, request)
    }
  }

  /// The games on the first page of the search.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func search(_ title: String) throws -> Fetched<[ShopGame]> {
    let request = searchRequest(for: title)
    return try fetch(request, maximumAge: settings.maximumAge.details, entries: \.count) { answer in
      try games(in: answer, request)
    }
  }

  /// A game's details, from its `data.json` and the table on its page; nil if there is no such
  /// page.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`.
  package func details(of address: ItchGameAddress) throws -> Fetched<ShopGame?> {
    let data = dataRequest(of: address)
    let fetched = try fetch(data, maximumAge: settings.maximumAge.prices) { answer -> ShopGame? in
      guard answer.status == 200 else { return nil }
      return try answer.json(ItchGameData.self).game(
        at: address, country: settings.countries[0], checkedAt: answer.receivedAt)
    }
    guard var game = fetched.value else { return fetched }
    let request = page(data.endpoint, path: address.game)
    let panel = try fetch(request, maximumAge: settings.maximumAge.details) { answer in
      guard answer.status == 200 else { return ItchInfoPanel?.none }
      guard let panel = ItchInfoPanel(try HTMLDocument(answer.body)) else {
        throw Self.foreign(request)
      }
      return panel
    }
    if let panel = panel.value { game.add(panel) }
    return fetched.map { _ in game }
  }

  func searchRequest(for title: String) -> PartnerRequest {
    page(settings.endpoint(.itch), path: "search", query: ["q": title])
  }

  func dataRequest(of address: ItchGameAddress) -> PartnerRequest {
    var request = page(
      settings.endpoint(.itchPages).named(address.author.text), path: "\(address.game)/data.json")
    request.contentTypes = ["application/json"]
    return request
  }

  func profile(of user: ItchName) -> PartnerRequest {
    page(settings.endpoint(.itchPages).named(user.text), path: "")
  }

  private func page(
    _ endpoint: Endpoint, path: String, query: KeyValuePairs<String, String> = [:]
  ) -> PartnerRequest {
    var request = PartnerRequest(endpoint, path: path, query: query)
    request.contentTypes = ["text/html"]
    request.acceptedStatuses = [200, 404]
    request.maximumBytes = HTMLDocument.maximumBytes
    return request
  }

  /// As `Transport.fetch`, if robots.txt allows the request.
  private func fetch<Value: Sendable>(
    _ request: PartnerRequest, maximumAge: Double, entries: ((Value) -> Int)? = nil,
    decode: (PartnerAnswer) throws -> Value
  ) throws -> Fetched<Value> {
    let endpoint = request.endpoint
    let path = String(request.url.absoluteString.dropFirst(endpoint.address.count))
    guard try robotRules(of: endpoint).allow(path.isEmpty ? "/" : path) else {
      // The request is not sent.
      throw request.invalid("the robots.txt of \(endpoint.address) forbids this request")
    }
    return try transport.fetch(
      request, maximumAge: maximumAge, entries: entries, decode: decode)
  }

  /// If there is no answer, nothing is allowed, and the failure is thrown.
  private func robotRules(of endpoint: Endpoint) throws -> RobotRules {
    var request = PartnerRequest(endpoint, path: "robots.txt")
    request.contentTypes = []
    request.acceptedStatuses = [200, 404, 410]
    request.maximumBytes = 512 << 10
    let aDay = 86_400.0
    return try transport.fetch(request, maximumAge: aDay) { answer in
      guard answer.status == 200 else { return .allowingAll }
      guard !answer.text.trimmingPrefix(while: \.isWhitespace).hasPrefix("<") else {
        throw Self.foreign(request)
      }
      return RobotRules(answer.text)
    }.value
  }

  private func games(in answer: PartnerAnswer, _ request: PartnerRequest) throws -> [ShopGame] {
    guard answer.status == 200 else {
      throw PartnerFailure.status(request.summary, answer.status)
    }
    let page = try HTMLDocument(answer.body)
    guard ItchCells.isGrid(page) else { throw Self.foreign(request) }
    return ItchCells.games(
      in: page, country: settings.countries[0], checkedAt: answer.receivedAt)
  }

  private static func foreign(_ request: PartnerRequest) -> PartnerFailure {
    request.invalid(
      "it is another page than the requested one, such as a check for bots"
    )
  }

}

extension ShopGame {
  /// Adds what the table on the game's page says.
  mutating func add(_ panel: ItchInfoPanel) {
    for word in panel.genres { add(genre: word) }
    tags += panel.tags.filter { !tags.contains($0) }
    platforms = panel.platforms
    releaseStatus = panel.status
    releaseDate = panel.releaseDate?.start
    releaseYear = panel.releaseDate?.civil.year
    if !panel.authors.isEmpty { developers = panel.authors }
  }
}
