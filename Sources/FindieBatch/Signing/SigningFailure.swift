/// Why a token cannot be signed. No case contains the key.
package enum SigningFailure: Error, CustomStringConvertible {
  /// The text is no private key in PEM, or it is encrypted.
  case unreadable
  case otherKind(SigningKey.Algorithm)
  /// OpenSSL failed.
  case notSigned

  package var description: String {
    switch self {
    case .unreadable:
      "The private key cannot be read. It must be unencrypted PEM, with its lines `-----BEGIN …` and "
        + "`-----END …`."
    case .otherKind(.rs256): "The private key is not an RSA key of at least 2048 bits."
    case .otherKind(.es256): "The private key is not an elliptic-curve key on P-256."
    case .notSigned: "OpenSSL could not sign a token with the private key."
    }
  }
}
