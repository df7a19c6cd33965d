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

  /// One of so many requests has a fault; 0 for none.
  private var faultPeriod: UInt64 = 0
  private var faultState: UInt64 = 26
  /// The number of messages that each device received, by its token.
  private(set) var messages: [String: Int] = [:]

  func log(_ request: Request) { requests.append(request) }

  func setFaults(oneOf period: Int) { faultPeriod = UInt64(period) }

  /// The fault of the next request; nil for none. From a generator with a seed (Knuth's MMIX),
  /// since a fault of every n-th request may meet the same request in each run.
  func nextFault() -> String? {
    guard faultPeriod > 0 else { return nil }
    faultState = faultState &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let number = faultState >> 33
    guard number % faultPeriod == 0 else { return nil }
    return Faults.all[Int(number / faultPeriod % UInt64(Faults.all.count))]
  }

  func deliver(to token: String) { messages[token, default: 0] += 1 }

  func reset() {
    requests = []
    counts = [:]
    prices = [:]
    nonces = []
    invites = []
    logins = [:]
    health = "healthy"
    isTokenValid = false
    faultPeriod = 0
    messages = [:]
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
