/// What the servers remember between requests.
actor Memory {
  struct Request: Codable {
    let method: String
    /// With the query.
    let path: String
    /// By name in lower case.
    let headers: [String: String]
    let body: String
  }

  /// A login to The Algorithm.
  struct Login {
    let client: String
    let redirect: String
    let challenge: String
  }

  private(set) var requests: [Request] = []
  private var counts: [String: Int] = [:]
  /// Final prices in US cents, by Steam app id.
  private var prices: [Int: Int] = [:]
  private var nonces: Set<String> = []
  private var invites: [(groupId: String, relay: String)] = []
  /// The logins to The Algorithm by their codes, each of which is used once.
  private var logins: [String: Login] = [:]
  /// The status of The Algorithm's health check.
  private(set) var health = "healthy"
  private var tokens = 0
  private var isTokenValid = false

  func log(_ request: Request) { requests.append(request) }

  func reset() {
    requests = []
    counts = [:]
    prices = [:]
    nonces = []
    invites = []
    logins = [:]
    health = "healthy"
    isTokenValid = false
  }

  /// The number of earlier calls with this key.
  func next(_ key: String) -> Int {
    counts[key, default: 0] += 1
    return counts[key, default: 0] - 1
  }

  func setPrice(_ appId: Int, _ final: Int) { prices[appId] = final }

  func price(of appId: Int) -> Int? { prices[appId] }

  /// Whether the nonce is used for the first time.
  func use(nonce: String) -> Bool { nonces.insert(nonce).inserted }

  /// A new token, which replaces the earlier one.
  func newToken() -> String {
    tokens += 1
    isTokenValid = true
    return "loopback-token-\(tokens)"
  }

  func expireToken() { isTokenValid = false }

  func isValid(token: String) -> Bool { isTokenValid && token == "loopback-token-\(tokens)" }

  func setHealth(_ status: String) { health = status }

  func add(_ login: Login, code: String) { logins[code] = login }

  func takeLogin(_ code: String) -> Login? { logins.removeValue(forKey: code) }

  /// Registers an invite of Plur, and returns its code.
  func addInvite(to groupId: String, relay: String) -> String {
    invites.append((groupId, relay))
    return "INVITE\(invites.count)"
  }

  /// The invite with a code.
  func invite(_ code: String) -> (groupId: String, relay: String)? {
    invites.indices.first { "INVITE\($0 + 1)" == code }.map { invites[$0] }
  }
}
