import FindieFiles
import FindieWorkspace
package import Foundation

/// The keys and tokens of partners, from the environment or from a file that only its owner can
/// read.
package struct PartnerSecrets: Sendable {
  package enum Name: String, CaseIterable, Sendable {
    case steamKey = "FINDIE_STEAM_KEY"
    case twitchClientId = "FINDIE_TWITCH_CLIENT_ID"
    case twitchClientSecret = "FINDIE_TWITCH_CLIENT_SECRET"
    case plurToken = "FINDIE_PLUR_TOKEN"
    case algorithmClientId = "FINDIE_ALGORITHM_CLIENT_ID"
    /// The path of a service account's JSON file.
    case fcmServiceAccount = "FINDIE_FCM_SERVICE_ACCOUNT"
    /// The path of the private key's .p8 file.
    case appStoreKeyFile = "FINDIE_APPSTORE_KEY_FILE"
    case appStoreKeyId = "FINDIE_APPSTORE_KEY_ID"
    case appStoreIssuer = "FINDIE_APPSTORE_ISSUER"
    /// The vendor number of the sales reports.
    case appStoreVendor = "FINDIE_APPSTORE_VENDOR"
    /// The Apple id of the app, such as 6470000000.
    case appStoreApp = "FINDIE_APPSTORE_APP"
    /// The address of a webhook, or several with blanks between them.
    case webhookURL = "FINDIE_WEBHOOK_URL"
    /// A header of the requests to webhooks, such as `Authorization: Bearer TOKEN`.
    case webhookHeader = "FINDIE_WEBHOOK_HEADER"
  }

  private let values: [Name: Secret]

  package init(_ values: [Name: String]) {
    self.values = values.mapValues { Secret($0) }
  }

  /// Reads the environment, and the file for names that the environment lacks.
  ///
  /// - Parameter file: lines `NAME=value`; blank lines and lines that begin with `#` are skipped.
  /// - Throws: `LocalFailure`, `FileFailure`.
  package init(environment: [String: String], file: URL?) throws {
    var texts = try file.map { try Self.lines(of: $0) } ?? [:]
    texts.merge(environment.filter { !$0.value.isEmpty }) { $1 }
    self.init(
      Dictionary(
        uniqueKeysWithValues: Name.allCases.compactMap { name in
          texts[name.rawValue].map { (name, $0) }
        }))
  }

  /// Nil if the secret is not set.
  package func optional(_ name: Name) -> Secret? { values[name] }

  package func has(_ name: Name) -> Bool { values[name] != nil }

  /// - Throws: `PartnerFailure.missingSecret`.
  package func value(_ name: Name) throws -> Secret {
    guard let value = values[name] else { throw PartnerFailure.missingSecret(name.rawValue) }
    return value
  }

  /// The bytes of a file that only its owner can read.
  ///
  /// - Throws: `LocalFailure`, `FileFailure`.
  static func bytes(of file: URL) throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try DurableFile.read(file)
    } catch {
      throw LocalFailure(.badParameters, "\(error)")
    }
    let path = file.resolvingSymlinksInPath().path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    guard mode & 0o077 == 0 else {
      throw LocalFailure(
        .badParameters,
        "\(file.path) can be read by other users. Run `chmod 600` on it, and replace the secrets "
          + "in it.")
    }
    return bytes
  }

  /// The key in a file, which a failure names.
  static func key(
    _ scheme: SigningKey.Scheme, pem: String, of file: URL
  ) throws(LocalFailure) -> SigningKey {
    do {
      return try SigningKey(scheme, pem: pem)
    } catch {
      throw LocalFailure(error.failureKind, "\(file.path): \(error)")
    }
  }

  /// A value without the quotes around it, which shells need.
  private static func unquoted(_ value: String) -> String {
    for quote in ["\"", "'"]
    where value.count > 1 && value.hasPrefix(quote) && value.hasSuffix(quote) {
      return String(value.dropFirst().dropLast())
    }
    return value
  }

  private static func lines(of file: URL) throws -> [String: String] {
    let bytes = try bytes(of: file)
    var texts: [String: String] = [:]
    // Windows writes a byte order mark, which is not part of the first line.
    let text = String(decoding: bytes.trimmingPrefix([0xEF, 0xBB, 0xBF]), as: UTF8.self)
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      // Files that a shell reads begin lines with "export".
      let assignment = line.trimmingPrefix(/export\s+/)
      let parts = assignment.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let name = Name(rawValue: String(parts[0])) else {
        // The line is not shown, since it may be a secret.
        throw LocalFailure(
          .badParameters,
          "\(file.path), line \(index + 1), is not NAME=value, without spaces around the =, with "
            + "one of the names "
            + Name.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      }
      texts[name.rawValue] = unquoted(String(parts[1]))
    }
    return texts
  }
}
