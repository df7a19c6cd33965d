import FindieWorkspace
import Foundation

/// Signs JSON Web Tokens (RFC 7519), in the compact form of RFC 7515.
package enum JSONWebToken {
  private struct Header: Encodable {
    let alg: String
    let kid: String?
    let typ = "JWT"
  }

  /// `header.claims.signature`, each in Base64url.
  ///
  /// - Parameters:
  ///   - claims: encoded as JSON with sorted keys.
  ///   - keyId: the `kid` of the header; nil for none.
  /// - Throws: `LocalFailure`.
  package static func signed(
    _ claims: some Encodable, by key: SigningKey, keyId: String?
  ) throws(LocalFailure) -> Secret {
    let header = Header(alg: key.scheme.rawValue, kid: keyId)
    let input =
      base64url(canonicalJSON(header).utf8) + "." + base64url(canonicalJSON(claims).utf8)
    return Secret(input + "." + base64url(try key.signature(of: Array(input.utf8))))
  }

  /// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
  static func base64url(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
