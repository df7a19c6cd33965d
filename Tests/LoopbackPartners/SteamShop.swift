import FlyingFox
import Foundation

/// `/steam/store`, `/steam/api` and `/steam/login`, in the shape of Steam's answers.
struct SteamShop {
  private let memory: Memory
  private let files: AnswerFiles
  private let games: [LoopbackGame]

  init(_ memory: Memory, _ files: AnswerFiles, _ games: [LoopbackGame]) {
    self.memory = memory
    self.files = files
    self.games = games
  }

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    switch incoming.parts.dropFirst().joined(separator: "/") {
    case "store/api/appdetails": return try await details(incoming)
    case "store/api/storesearch": return try await search(incoming)
    case "api/IWishlistService/GetWishlist/v1":
      let user = incoming.query["steamid"] ?? ""
      // A private and an empty wishlist look alike.
      return try files.answer("steam/wishlists/\(user)")
        ?? .json(["response": [:] as [String: Any]])
    case "api/IStoreService/GetAppList/v1": return try appList(incoming)
    case "login": return await login(incoming)
    default: return .text("not found", status: 404)
    }
  }

  // MARK: - Details and prices

  private func details(_ incoming: Incoming) async throws -> HTTPResponse {
    let ids = (incoming.query["appids"] ?? "").split(separator: ",").map(String.init)
    let country = incoming.query["cc"] ?? "US"
    let isPrice = incoming.query["filters"] == "price_overview"
    // The store refuses several ids without this filter, and a request without ids.
    guard !ids.isEmpty, ids.count == 1 || isPrice else {
      return .text("null", status: 400, type: "application/json")
    }
    var apps: [String: Any] = [:]
    for id in ids {
      apps[id] = try await isPrice ? priceEntry(id, country) : detailsEntry(id, country)
    }
    return try .json(apps)
  }

  private func detailsEntry(_ id: String, _ country: String) async throws -> Any {
    if let object = try files.object("steam/appdetails/\(id)") as? [String: Any] {
      // A file has the whole entry, or its data only.
      return object[id] ?? (object["success"] == nil ? ["success": true, "data": object] : object)
    }
    guard let game = game(id) else { return ["success": false] }
    return ["success": true, "data": await data(of: game, country)]
  }

  private func priceEntry(_ id: String, _ country: String) async throws -> Any {
    let entry = try await detailsEntry(id, country)
    guard let object = entry as? [String: Any], let data = object["data"] as? [String: Any] else {
      return entry
    }
    guard let price = data["price_overview"] else { return ["success": true, "data": [] as [Any]] }
    return ["success": true, "data": ["price_overview": price]]
  }

  private func game(_ id: String) -> LoopbackGame? {
    Int(id).flatMap { id in games.first { $0.appId == id } }
  }

  private func data(of game: LoopbackGame, _ country: String) async -> [String: Any] {
    let images = "https://shared.example/steam/apps/\(game.appId)"
    var data: [String: Any] = [
      "type": "game", "name": game.title, "steam_appid": game.appId, "required_age": 0,
      "is_free": game.price == nil, "short_description": "\(game.title) by \(game.studio).",
      "header_image": "\(images)/header.jpg", "website": NSNull(), "mac_requirements": [] as [Any],
      "developers": [game.studio], "publishers": [game.studio],
      "platforms": [
        "windows": game.platforms.contains("windows"), "mac": game.platforms.contains("mac"),
        "linux": game.platforms.contains("linux"),
      ],
      "genres": game.genres.compactMap { name in
        Self.genres[name].map { ["id": $0, "description": name] }
      },
      "screenshots": (0..<2).map { index in
        ["id": index, "path_full": "\(images)/\(index).jpg"] as [String: Any]
      },
      "release_date": ["coming_soon": false, "date": Self.date(game)] as [String: Any],
    ]
    data["price_overview"] = await price(of: game, country)
    return data
  }

  private static let genres = [
    "action": "1", "strategy": "2", "rpg": "3", "casual": "4", "racing": "9", "sports": "18",
    "indie": "23", "adventure": "25", "simulation": "28",
  ]

  /// By country: the currency and what a dollar is.
  private static let currencies = [
    "US": ("USD", 1.0), "DE": ("EUR", 0.9), "FR": ("EUR", 0.9), "GB": ("GBP", 0.8),
    "JP": ("JPY", 150.0), "PH": ("PHP", 55.0),
  ]

  /// Nil for a free game.
  private func price(of game: LoopbackGame, _ country: String) async -> [String: Any]? {
    guard let regular = game.price else { return nil }
    let now = await memory.price(of: game.appId) ?? regular
    let (currency, factor) = Self.currencies[country] ?? ("USD", 1)
    func local(_ cents: Int) -> Int { Int((Double(cents) * factor).rounded()) }
    let initial = max(regular, now)
    return [
      "currency": currency, "initial": local(initial), "final": local(now),
      "discount_percent": initial == 0 ? 0 : 100 - now * 100 / initial, "initial_formatted": "",
      "final_formatted": "\(currency) \(local(now))",
    ]
  }

  private static func date(_ game: LoopbackGame) -> String {
    guard let time = game.releaseTime else { return "" }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "d MMM, yyyy"
    return format.string(from: Date(timeIntervalSince1970: Double(time)))
  }

  // MARK: - Search and the list of apps

  private func search(_ incoming: Incoming) async throws -> HTTPResponse {
    let term = (incoming.query["term"] ?? "").lowercased()
    let found = term.isEmpty ? [] : games.filter { $0.title.lowercased().contains(term) }.prefix(10)
    var items: [[String: Any]] = []
    for game in found {
      var item: [String: Any] = [
        "type": "app", "name": game.title, "id": game.appId, "tiny_image": "", "metascore": "",
      ]
      item["price"] = await price(of: game, incoming.query["cc"] ?? "US")
      items.append(item)
    }
    return try .json(["total": items.count, "items": items])
  }

  private func appList(_ incoming: Incoming) throws -> HTTPResponse {
    guard let key = incoming.query["key"], !key.isEmpty, key != "bad" else {
      return .text(
        "<html><head><title>Unauthorized</title></head></html>", status: 401, type: "text/html")
    }
    let last = Int(incoming.query["last_appid"] ?? "") ?? 0
    let size = min(Int(incoming.query["max_results"] ?? "") ?? 10_000, 1000)
    let rest = games.filter { $0.appId > last }
    let page = rest.prefix(size)
    var response: [String: Any] = [
      "apps": page.map { game in
        ["appid": game.appId, "name": game.title, "last_modified": 1_700_000_000] as [String: Any]
      }
    ]
    if rest.count > page.count, let next = page.last {
      response["have_more_results"] = true
      response["last_appid"] = next.appId
    }
    return try .json(["response": response])
  }

  // MARK: - Login

  /// OpenID 2.0 `check_authentication`. The signature `forged` is never valid.
  private func login(_ incoming: Incoming) async -> HTTPResponse {
    let form = incoming.form
    var isValid = form["openid.mode"] == "check_authentication" && form["openid.sig"] != "forged"
    if isValid, let nonce = form["openid.response_nonce"] {
      isValid = await memory.use(nonce: nonce)
    } else {
      isValid = false
    }
    return .text("ns:http://specs.openid.net/auth/2.0\nis_valid:\(isValid)\n")
  }
}
