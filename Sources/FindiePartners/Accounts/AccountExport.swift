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

  /// Reads a file of any size, one account at a time.
  ///
  /// - Parameter now: later times come from a wrong clock and are ignored.
  /// - Throws: `FileFailure`; `PartnerFailure.file` for a file that is cut off or has another form.
  package init(file: URL, now: Timestamp) throws {
    let reader = try FileReader(file)
    var elements = JSONElements()
    var offset = 0
    let name = file.lastPathComponent
    while true {
      let bytes = try reader.bytes(1 << 20, at: offset)
      if bytes.isEmpty { break }
      // Windows writes a byte order mark, which is not part of the text.
      let text = offset == 0 ? Array(bytes.trimmingPrefix([0xEF, 0xBB, 0xBF])) : bytes
      offset += bytes.count
      do {
        for element in try elements.next(text) { try add(element, now) }
      } catch let failure as Unreadable {
        throw PartnerFailure.file(name, detail: failure.why)
      } catch {
        throw PartnerFailure.file(
          name, detail: "account \(accounts.count + 1) is not one of firebase auth:export")
      }
    }
    guard elements.isComplete else {
      throw PartnerFailure.file(name, detail: "the file is cut off, or is not JSON")
    }
    guard !accounts.isEmpty else {
      throw PartnerFailure.file(name, detail: "it has no accounts")
    }
  }

  private mutating func add(_ element: [UInt8], _ now: Timestamp) throws {
    let record = try JSONDecoder().decode(Record.self, from: Data(element))
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

/// Cuts the text of a JSON object into the objects of its arrays, without keeping the whole text.
///
/// It only finds where objects begin and end; their content is checked when they are decoded.
struct JSONElements {
  private var element: [UInt8] = []
  /// The brackets that are open, outermost first.
  private var open: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  private var hasEnded = false

  /// The maximum size of an element.
  private static let maximumBytes = 1 << 20
  private static let maximumDepth = 100

  private static let malformed = Unreadable(
    why: "it is not JSON of firebase auth:export --format=JSON")

  /// Whether the outermost object has begun and ended.
  var isComplete: Bool { hasEnded }

  /// The objects that end in the next piece of the text.
  mutating func next(_ bytes: [UInt8]) throws(Unreadable) -> [[UInt8]] {
    var ended: [[UInt8]] = []
    for byte in bytes {
      let isInElement = open.count > 2
      if isInElement { element.append(byte) }
      guard element.count <= Self.maximumBytes else { throw Self.malformed }
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard !hasEnded, open.count < Self.maximumDepth,
          !open.isEmpty || byte == UInt8(ascii: "{")
        else { throw Self.malformed }
        open.append(byte)
        if !isInElement, open.count == 3 { element = [byte] }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // In ASCII, a closing bracket is the opening one plus two.
        guard let last = open.popLast(), byte == last + 2 else { throw Self.malformed }
        if isInElement, open.count == 2 {
          ended.append(element)
          element = []
        }
        hasEnded = open.isEmpty
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      default: guard !open.isEmpty else { throw Self.malformed }
      }
    }
    return ended
  }
}
