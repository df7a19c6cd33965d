import FindieDomain
import FindiePartners
import Foundation
import Synchronization
import Testing

/// Tokens that expire, such as those of Twitch for IGDB.
struct ExpiringTokenTests {
  private func request() throws -> PartnerRequest {
    PartnerRequest(PartnerSettings().endpoint(.twitch), .post, path: "token")
  }

  private func issued(_ answer: PartnerAnswer) throws -> ExpiringToken.Issued {
    try IGDB.token(in: answer, to: request(), clientId: Secret("id"))
  }

  /// Counts the tokens that were issued, and tells the time.
  private final class Twitch: Sendable {
    let seconds = Mutex(0.0)
    let issued = Mutex(0)

    func token(
      _ issue: @escaping @Sendable (PartnerAnswer) throws -> ExpiringToken.Issued
    ) -> ExpiringToken {
      ExpiringToken(
        now: { Timestamp(milliseconds: 0).adding(seconds: self.seconds.withLock { $0 }) }
      ) {
        let number = self.issued.withLock { count in
          count += 1
          return count
        }
        return try issue(
          Fixture.answer(
            #"{"access_token":"t\#(number)","expires_in":1000,"token_type":"bearer"}"#))
      }
    }
  }

  private func headers(_ token: String) -> [String: Secret] {
    ["Client-ID": Secret("id"), "Authorization": Secret("Bearer \(token)")]
  }

  @Test func `a token serves until nine tenths of its life`() throws {
    let twitch = Twitch()
    let token = twitch.token(issued)
    #expect(try token.headers() == headers("t1"))
    twitch.seconds.withLock { $0 = 899 }
    #expect(try token.headers() == headers("t1"))
    twitch.seconds.withLock { $0 = 900 }
    #expect(try token.headers() == headers("t2"))
  }

  @Test func `a refused token is renewed once, whoever reports it`() throws {
    let twitch = Twitch()
    let token = twitch.token(issued)
    let first = try token.headers()
    token.discard(first)
    #expect(try token.headers() == headers("t2"))
    token.discard(first)
    #expect(try token.headers() == headers("t2"))
    #expect(twitch.issued.withLock { $0 } == 2)
  }

  @Test(arguments: [(400, "invalid client"), (403, "invalid client secret")])
  func `a refusal names the two variables and no secret`(status: Int, message: String) throws {
    let answer = Fixture.answer(#"{"status":\#(status),"message":"\#(message)"}"#, status: status)
    let failure = try #require(throws: PartnerFailure.self) {
      _ = try issued(answer)
    }
    #expect(
      failure.description
        == "POST https://id.twitch.tv/oauth2/token: refused (\(status)). Check FINDIE_TWITCH_CLIENT_ID "
        + "and FINDIE_TWITCH_CLIENT_SECRET.")
  }

  @Test func `another refusal is a status`() throws {
    let answer = Fixture.answer(#"{"status":400,"message":"missing grant type"}"#, status: 400)
    let failure = try #require(throws: PartnerFailure.self) {
      _ = try issued(answer)
    }
    #expect(failure == .status("POST https://id.twitch.tv/oauth2/token", 400))
  }

  @Test(arguments: [
    #"{"access_token":"","expires_in":10}"#, #"{"access_token":"a b","expires_in":10}"#,
    #"{"access_token":"a\r\nX: y","expires_in":10}"#, #"{"access_token":"a","expires_in":0}"#,
    #"{"access_token":"a"}"#, "[]", "",
  ])
  func `an answer without a usable token is refused`(text: String) {
    #expect(throws: (any Error).self) {
      _ = try issued(Fixture.answer(text))
    }
  }
}
