import FlyingFox
import Foundation

/// `/twitch/token` and `/igdb`, in the shape of IGDB's answers. All fields are answered, whatever a
/// query asks for.
struct IGDBDatabase {
  private let memory: Memory
  private let files: AnswerFiles
  private let games: [LoopbackGame]

  init(_ memory: Memory, _ files: AnswerFiles, _ games: [LoopbackGame]) {
    self.memory = memory
    self.files = files
    self.games = games
  }

  func token(_ incoming: Incoming) async throws -> HTTPResponse {
    let form = incoming.form
    guard incoming.method == "POST", form["grant_type"] == "client_credentials" else {
      return try .json(["status": 400, "message": "missing grant type"], status: 400)
    }
    guard let client = form["client_id"], !client.isEmpty, client != "bad" else {
      return try .json(["status": 400, "message": "invalid client"], status: 400)
    }
    guard let secret = form["client_secret"], !secret.isEmpty, secret != "bad" else {
      return try .json(["status": 403, "message": "invalid client secret"], status: 403)
    }
    return try .json(
      [
        "access_token": await memory.newToken(), "expires_in": 5_587_808, "token_type": "bearer",
      ] as [String: Any])
  }

  func answer(_ incoming: Incoming) async throws -> HTTPResponse {
    let authorization = incoming.headers["authorization"] ?? ""
    guard incoming.headers["client-id"] != nil, authorization.hasPrefix("Bearer "),
      await memory.isValid(token: String(authorization.dropFirst("Bearer ".count)))
    else {
      return try .json(
        ["message": "Authorization Failure. Have you tried:", "Tip 1": "Ensure you are sending …"],
        status: 401)
    }
    let name = incoming.parts.dropFirst().joined(separator: "/")
    if let rows = try files.object("igdb/\(name)") as? [[String: Any]] {
      return try .json(
        rows.filter { isMatch($0, incoming.body) }.prefix(limit(incoming.body)).map(\.self))
    }
    let rows = name == "games" ? games.map { game($0) } : name == "external_games" ? external() : []
    return try .json(
      rows.filter { isMatch($0, incoming.body) }.prefix(limit(incoming.body)).map(\.self))
  }

  // MARK: - Queries

  private func limit(_ query: String) -> Int {
    query.firstMatch(of: /limit (\d+)/).flatMap { Int($0.1) } ?? 10
  }

  /// The conditions `id = (1,2)`, `id > 3`, `uid = ("1","2")`, `search "text"` and those of a
  /// game's uids.
  private func isMatch(_ row: [String: Any], _ query: String) -> Bool {
    let id = row["id"] as? Int ?? 0
    if let match = query.firstMatch(of: /\bid > (\d+)/), id <= Int(match.1) ?? 0 { return false }
    if let match = query.firstMatch(of: /(?:where|&) *id = \(?([\d, ]+)\)?/),
      !list(match.1).contains("\(id)")
    {
      return false
    }
    if let match = query.firstMatch(of: /\buid = \(?([^;)&]+)\)?/) {
      let external = row["external_games"] as? [[String: Any]] ?? [row]
      let wanted = list(match.1)
      if !external.contains(where: { wanted.contains($0["uid"] as? String ?? "") }) { return false }
    }
    if let match = query.firstMatch(of: /search "((?:[^"\\]|\\.)*)"/) {
      let name = (row["name"] as? String ?? "").lowercased()
      return name.contains(match.1.replacing("\\", with: "").lowercased())
    }
    return true
  }

  private func list(_ text: Substring) -> Set<String> {
    Set(
      text.split(separator: ",").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
      })
  }

  // MARK: - Rows

  private func gameId(_ game: LoopbackGame) -> Int { 1_000_000 + game.appId }

  private func game(_ game: LoopbackGame) -> [String: Any] {
    let id = gameId(game)
    var row: [String: Any] = [
      "id": id, "name": game.title, "slug": "loopback-\(id)", "game_type": 0, "game_status": 0,
      "summary": "\(game.title) by \(game.studio).",
      "genres": [["id": 32, "name": "Indie"]], "themes": [["id": 1, "name": "Action"]],
      "platforms": [["id": 6, "name": "PC (Microsoft Windows)"]],
      "involved_companies": [
        [
          "id": id, "developer": true, "publisher": false,
          "company": ["id": id, "name": game.studio] as [String: Any],
        ] as [String: Any]
      ],
      "cover": ["id": id, "image_id": "co\(game.appId)"] as [String: Any],
      "screenshots": [["id": id, "image_id": "sc\(game.appId)"] as [String: Any]],
      "websites": [
        ["id": id, "type": 13, "url": "https://store.steampowered.com/app/\(game.appId)"]
          as [String: Any]
      ],
      "external_games": [
        ["id": id, "uid": "\(game.appId)", "external_game_source": 1] as [String: Any]
      ],
    ]
    if let time = game.releaseTime {
      row["first_release_date"] = time
      row["release_dates"] = [
        ["id": id, "date": time, "date_format": 0, "platform": 6] as [String: Any]
      ]
    }
    return row
  }

  private func external() -> [[String: Any]] {
    games.map { row in
      [
        "id": gameId(row), "uid": "\(row.appId)", "external_game_source": 1, "game": game(row),
      ]
    }
  }
}
