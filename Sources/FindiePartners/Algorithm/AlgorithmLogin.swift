import FindieWorkspace
import FindieDomain
import Foundation

/// A login to The Algorithm with an authorization code and PKCE.
///
/// Source: the documentation of The Algorithm; RFC 6749, section 4.1; RFC 7636.
package struct AlgorithmLogin: Sendable {
  /// The number of random bytes that a login needs.
  package static let randomBytes = 64

  let clientId: Secret
  let redirectURI: String
  /// 43 characters from 32 random bytes, as RFC 7636 (section 4.1) recommends.
  let verifier: Secret
  private let redirect: LinkParts
  private let challenge: String
  private let state: String

  /// - Parameters:
  ///   - redirectURI: as The Algorithm has registered it for the client.
  ///   - random: `randomBytes` bytes from a secure source, for this login only.
  /// - Throws: `LoginRefusal.redirectURI`.
  package init(
    clientId: Secret, redirectURI: String, random: [UInt8]
  ) throws(LoginRefusal) {
    precondition(random.count == Self.randomBytes, "\(random.count) random bytes")
    guard let redirect = Self.redirect(redirectURI) else { throw .redirectURI }
    self.clientId = clientId
    self.redirectURI = redirectURI
    self.redirect = redirect
    let verifier = JSONWebToken.base64url(random.prefix(32))
    self.verifier = Secret(verifier)
    challenge = Self.challenge(of: verifier)
    state = JSONWebToken.base64url(random.suffix(32))
  }

  /// The method S256 of RFC 7636, section 4.2.
  package static func challenge(of verifier: String) -> String {
    JSONWebToken.base64url(Fingerprint(of: verifier).bytes)
  }

  /// An address without a query, with the scheme `https` or an app's, or `http` on this machine.
  private static func redirect(_ text: String) -> LinkParts? {
    guard let parts = LinkParts(text), parts.query == nil, !parts.host.isEmpty,
      !parts.host.contains("@"), parts.scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil
    else { return nil }
    if parts.scheme == "http" {
      guard parts.host.wholeMatch(of: /(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?/) != nil
      else { return nil }
    }
    return parts
  }

  package static func mayRedirect(to text: String) -> Bool { redirect(text) != nil }

  /// The address at which a person logs in.
  package func address(_ settings: PartnerSettings) -> String {
    settings.endpoint(.algorithm).url(
      path: "oauth/authorize",
      query: [
        "client_id": clientId.revealed, "redirect_uri": redirectURI, "response_type": "code",
        "code_challenge": challenge, "code_challenge_method": "S256", "state": state,
      ]
    ).absoluteString
  }

  /// The code of a callback.
  ///
  /// - Parameter callback: the address to which The Algorithm sent the browser, with its query.
  /// - Throws: `LoginRefusal`; `PartnerFailure` if the callback names one.
  package func code(in callback: String) throws -> Secret {
    guard let page = LinkParts(callback), let query = page.query else {
      throw LoginRefusal.pastedText
    }
    guard page.scheme == redirect.scheme, page.host == redirect.host, page.path == redirect.path
    else { throw LoginRefusal.otherRedirect }
    let fields: QueryFields
    do throws(LoginRefusal) {
      fields = try QueryFields(query)
    } catch {
      throw error == .malformed ? LoginRefusal.pastedText : error
    }
    // Compared by bytes: `String` takes different non-ASCII spellings for equal.
    let isOurs = fields["state"]?.utf8.elementsEqual(state.utf8)
    if let error = fields["error"], isOurs ?? true {
      let texts = [error, fields["error_description"] ?? ""]
      if let failure = Algorithm.failure(namedIn: texts) { throw failure }
      throw LoginRefusal.denied(Self.shown(texts))
    }
    guard isOurs == true else { throw LoginRefusal.state }
    // RFC 6749, appendix A.11.
    guard let code = fields["code"], code.wholeMatch(of: /[ -~]{1,4096}/) != nil else {
      throw LoginRefusal.noCode
    }
    return Secret(code)
  }

  /// At most 200 of the characters that RFC 6749 (section 4.1.2.1) allows in an error text.
  private static func shown(_ texts: [String]) -> String {
    let text = texts.filter { !$0.isEmpty }.joined(separator: ": ")
    return String(
      text.unicodeScalars.filter { (" "..."~").contains($0) }.prefix(200).map(Character.init))
  }
}
