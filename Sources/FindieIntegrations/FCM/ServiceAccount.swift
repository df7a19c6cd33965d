import FindieBatch
import Foundation

/// The account of a Firebase project that sends its messages, from the JSON file of Google's console.
struct ServiceAccount: Sendable {
  let email: String
  let project: String
  let key: SigningKey
  let keyId: String?

  private struct File: Decodable {
    let client_email: String
    let private_key: String
    let private_key_id: String?
    let project_id: String
  }

  /// - Throws: `SecretsFailure` for a file that others can read or that is not one of an account;
  ///   `SigningFailure`, `FileFailure`.
  init(file: URL) throws {
    let bytes = try PartnerSecrets.bytes(of: file)
    let content: File
    do {
      content = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw SecretsFailure.notAServiceAccount(path: file.path)
    }
    email = content.client_email
    project = content.project_id
    keyId = content.private_key_id
    key = try PartnerSecrets.key(of: file) { () throws(SigningFailure) in
      try SigningKey(.rs256, pem: content.private_key)
    }
  }
}
