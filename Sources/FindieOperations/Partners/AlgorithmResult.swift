package import FindieDomain
import FindieText
import FindieWorkspace

/// What a command of `findie algorithm` did.
package enum AlgorithmResult {
  private struct Login: Encodable {
    let expiresAt: Timestamp
  }

  private struct Cookies: Encodable {
    let cookiesStored: Int
  }

  package static func loggedIn(until expiry: Timestamp) -> Answer {
    Answer(
      text: "✓ Logged in to The Algorithm until \(expiry)",
      json: canonicalLine(Login(expiresAt: expiry)))
  }

  package static func stored(cookies count: Int) -> Answer {
    Answer(
      text: "✓ The Algorithm stored \(count.counted("cookie"))",
      json: canonicalLine(Cookies(cookiesStored: count)))
  }
}
