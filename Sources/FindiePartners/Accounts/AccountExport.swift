package import FindieDomain
import FindieFiles
package import Foundation

/// The accounts in a file of `firebase auth:export`.
///
/// Only ids, times and sign-in methods are read. E-mail addresses and password hashes are skipped.
///
/// Source: the command's JSON format, `{"users":[{"localId":…,"createdAt":"milliseconds",…}]}`.
package struct AccountExport: Sendable {
  /// By id. A later account with the same id replaces an earlier one.
  package private(set) var accounts: [ExactText: Account] = [:]
  /// The newest time of a sign-up or a sign-in: the export was made then or later.
  package private(set) var newestActivity: Timestamp?
  /// The number of accounts with an unreadable time or sign-in method.
  package private(set) var odd = 0

  package struct Account: Sendable {
    package let createdAt: Timestamp?
    /// Such as `google.com`, `password` or `anonymous`; in order, without repetition.
    package let providers: [String]
  }

  private struct Content: Decodable {
    let users: [Record]
  }

  /// - Parameter now: later times come from a wrong clock and are ignored.
  /// - Throws: `FileFailure`; `PartnerFailure.file` for a file that is cut off or has another form.
  package init(file: URL, now: Timestamp) throws {
    let bytes = try DurableFile.read(file)
    let content: Content
    do {
      // Windows writes a byte order mark, which is not part of the text.
      content = try JSONDecoder().decode(
        Content.self, from: Data(bytes.trimmingPrefix([0xEF, 0xBB, 0xBF])))
    } catch {
      // The error may quote a part of the file.
      throw PartnerFailure.file(
        file.lastPathComponent,
        detail: "it is cut off, or is not JSON of firebase auth:export --format=JSON")
    }
    for record in content.users { add(record, now) }
    guard !accounts.isEmpty else {
      throw PartnerFailure.file(file.lastPathComponent, detail: "it has no accounts")
    }
  }

  private mutating func add(_ record: Record, _ now: Timestamp) {
    var isOdd = record.isOdd
    func time(_ text: NumberOrText?) -> Timestamp? {
      let time = text.flatMap { Int64($0.text) }.flatMap { Timestamp(epochMilliseconds: $0) }
      if text != nil, time == nil { isOdd = true }
      return time.flatMap { $0 <= now ? $0 : nil }
    }
    let createdAt = time(record.createdAt)
    accounts[ExactText(record.localId)] = Account(createdAt: createdAt, providers: record.providers)
    newestActivity = [newestActivity, createdAt, time(record.lastSignedInAt)].compactMap(\.self)
      .max()
    if isOdd { odd += 1 }
  }

  private struct Record: Decodable {
    let localId: String
    let createdAt: NumberOrText?
    let lastSignedInAt: NumberOrText?
    let providers: [String]
    /// Whether a field besides the id has another type.
    let isOdd: Bool

    private enum Key: CodingKey {
      case localId, createdAt, lastSignedInAt, providerUserInfo, passwordHash, phoneNumber
    }

    private struct Provider: Decodable {
      let providerId: String
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      localId = try container.decode(String.self, forKey: .localId)
      // Firebase's limit, in characters.
      guard (1...128).contains(localId.count) else {
        throw DecodingError.dataCorruptedError(
          forKey: .localId, in: container, debugDescription: "the length")
      }
      var isOdd = false
      func field<Value: Decodable>(_ key: Key) -> Value? {
        do {
          return try container.decodeIfPresent(Value.self, forKey: key)
        } catch {
          isOdd = true
          return nil
        }
      }
      createdAt = field(.createdAt)
      lastSignedInAt = field(.lastSignedInAt)
      let infos: LenientArray<Provider>? = field(.providerUserInfo)
      self.isOdd = isOdd || infos?.skipped ?? 0 > 0
      var names = Set(infos?.elements.map { ExactText($0.providerId) } ?? [])
      if container.contains(.passwordHash) { names.insert("password") }
      if container.contains(.phoneNumber) { names.insert("phone") }
      providers = names.isEmpty ? ["anonymous"] : names.sorted().map(\.text)
    }
  }
}
