import FindieTestSupport
import Foundation
import Testing

/// Players and games whose ids differ by the Unicode normal form only. They are two, as all other
/// ids are.
///
/// Results are compared as bytes, since `String` takes the two for one.
struct ExactIdTests {
  /// With the letter ë, and with an e and a diaeresis.
  private static let (composed, decomposed) = ("zo\u{EB}", "zoe\u{308}")

  private let sandbox: Sandbox
  private let partners: LoopbackPartners

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    partners = try LoopbackPartners()
    try sandbox.folder.write(partners.settings, to: "partners.yaml")
    let game: [String: Any] = [
      "developerId": "d1", "genres": ["rpg"], "platforms": ["steam"], "price": 40,
      "releaseStatus": "released", "currency": "USD",
    ]
    try sandbox.put(
      SmallWorld.games + [
        game.merging(["id": Self.composed, "title": "Composed"]) { $1 },
        game.merging(["id": Self.decomposed, "title": "Decomposed"]) { $1 },
        game.merging(["id": "new", "title": "New", "releaseDate": "2026-03-30"]) { $1 },
      ], in: "games.ndjson")
    let ids = [Self.composed, Self.decomposed, "u1"]
    try sandbox.put(ids.map { ["id": $0, "notificationsEnabled": true] }, in: "users.ndjson")
    try sandbox.put(
      ids.enumerated().map {
        ["userId": $1, "fcmToken": "ok-\($0)", "timeZone": "Europe/Berlin"]
      }, in: "devices.ndjson")
    try sandbox.put(
      [(Self.composed, 10), (Self.decomposed, 30)].map { id, price in
        [
          "id": "\(id)|steam|US|USD", "gameId": id, "shop": "steam", "country": "US",
          "currency": "USD", "updatedAt": "2026-03-31T20:00:00Z",
          "items": [["at": "2026-02-01", "price": price]],
        ]
      }, in: "prices.ndjson")
    func list(_ id: String, of player: String, _ item: [String: Any]) -> [String: Any] {
      ["id": id, "userId": player, "items": [item]]
    }
    let sale: [String: Any] = ["priceAtAdd": 40, "currency": "USD", "notifyOnDiscount": true]
    try sandbox.put(
      [
        list("1", of: Self.composed, sale.merging(["gameId": Self.composed]) { $1 }),
        list("2", of: Self.decomposed, sale.merging(["gameId": Self.decomposed]) { $1 }),
        list("3", of: "u1", ["gameId": "new", "notifyOnRelease": true, "addedDate": "2026-01-01"]),
        // A second list of each of the first and the last player.
        list("4", of: Self.composed, ["gameId": "g1"]),
        list("5", of: "u1", ["gameId": "g2"]),
      ], in: "wishlists.ndjson")
    try NotifyTests.writeAccount(in: sandbox)
  }

  @Test func `each player gets the messages about the games of all own wishlists`() throws {
    try sandbox.runNight()
    let result = try Binary.run(
      [
        "notify", "--input", "input", "--workspace", "workspace", "--settings", "partners.yaml",
        "--now", "2026-04-01T12:00:00Z", "--only", "fcm", "--json",
      ], in: sandbox.folder.url, environment: ["FINDIE_FCM_SERVICE_ACCOUNT": "account.json"])
    try #require(result.status == 0, "\(result.error)\(result.out)")
    var titles: [String: String] = [:]
    var types: [String: String] = [:]
    for request in try partners.requests() where request.path.contains("messages:send") {
      let body = try object(request.body)
      let token = try #require(leaf(body, "message.token") as? String)
      titles[token] = leaf(body, "message.notification.title") as? String
      types[token] = leaf(body, "message.data.type") as? String
      #expect(leaf(body, "message.apns.payload.aps.sound") as? String == "default")
      #expect(leaf(body, "message.apns.payload.aps.badge") as? Int == 1)
    }
    #expect(
      titles == [
        "ok-0": "Composed is 75% cheaper", "ok-1": "Decomposed is 25% cheaper",
        "ok-2": "New is out",
      ])
    #expect(types == ["ok-0": "gameOnSale", "ok-1": "gameOnSale", "ok-2": "game_release"])
  }

  @Test func `sync joins a player's wishlists and finds each game's own page and price`() throws {
    func page(_ id: Int) -> String { "https://store.steampowered.com/app/\(id)/" }
    let pages = [(Self.composed, "Composed", 501), (Self.decomposed, "Decomposed", 502)]
    try sandbox.put(
      pages.map { id, title, app in
        [
          "id": id, "title": title, "developerId": "d", "releaseStatus": "released",
          "steamURL": page(app),
        ]
      }, in: "games.ndjson")
    let known = try pages.map { id, title, app in
      String(
        decoding: try JSONSerialization.data(withJSONObject: [
          "id": id, "title": title, "developerId": "d", "releaseStatus": "released",
          "steamURL": page(app), "price": app, "currency": "USD", "developerName": "Studio",
        ]), as: UTF8.self) + "\n"
    }
    let shop = try sandbox.folder.write(known.joined(), to: "shop.ndjson")
    let steamIds = ["76561197960287930", "76561197960287931"]
    for (steamId, app) in zip(steamIds, [501, 502]) {
      try sandbox.folder.write(
        #"{"response":{"items":[{"appid":\#(app),"priority":1,"date_added":1767700000}]}}"#,
        to: "data/steam/wishlists/\(steamId).json")
    }
    try sandbox.put(
      zip([Self.composed, Self.decomposed], steamIds).map { ["id": $0, "steamId": $1] },
      in: "users.ndjson")
    let shops = try LoopbackPartners(
      data: sandbox.folder.url.appending(path: "data"), games: shop)
    try sandbox.folder.write(shops.settings, to: "partners.yaml")
    let result = try sandbox.findie([
      "sync", "steam", "--to", "input", "--workspace", "workspace", "--settings", "partners.yaml",
    ])
    try #require(result.status == 0, "\(result.error)\(result.out)")

    func bytes(_ text: Any?) -> [UInt8] { Array((text as? String ?? "").utf8) }
    let lists = try lines(of: sandbox.input.appending(path: "wishlists.partners.ndjson"))
    try #require(lists.count == 2)
    // The bytes of e precede those of ë.
    #expect(lists.map { bytes($0["userId"]) } == [bytes(Self.decomposed), bytes(Self.composed)])
    let games = lists.map { list in
      Set((list["items"] as? [[String: Any]] ?? []).map { bytes($0["gameId"]) })
    }
    #expect(games == [[bytes(Self.decomposed)], [bytes(Self.composed), bytes("g1")]])
    let prices = try lines(of: sandbox.input.appending(path: "prices.partners.ndjson"))
      .filter { $0["currency"] as? String == "USD" }
      .map { ($0, (($0["items"] as? [[String: Any]])?.last?["price"] as? NSNumber)?.intValue) }
    for (id, price) in [(Self.composed, 501), (Self.decomposed, 502)] {
      let own = prices.filter { bytes($0.0["gameId"]) == bytes(id) }.map(\.1)
      #expect(own == [price], "\(price)")
    }
    // Without a change, the next run writes the same bytes.
    let before = try Data(contentsOf: sandbox.input.appending(path: "wishlists.partners.ndjson"))
    let again = try sandbox.findie([
      "sync", "steam", "--to", "input", "--workspace", "workspace", "--settings", "partners.yaml",
    ])
    try #require(again.status == 0, "\(again.error)")
    #expect(
      try Data(contentsOf: sandbox.input.appending(path: "wishlists.partners.ndjson")) == before)
  }
}
