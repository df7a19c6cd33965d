import FindieIngest
import FindieTestSupport
import Foundation

/// A case of the hostile corpus: the bytes of a file and the expected outcome.
struct HostileCase: Decodable, Sendable, CustomStringConvertible {
  /// Of the file that a test writes.
  let name: String
  let bytes: [UInt8]
  let expected: Expectation

  var description: String { name }

  struct Expectation: Decodable {
    var collection: InputCollection
    var read: Int
    var accepted: Int
    var duplicate: Int
    var ignored: Int
    var rejected: [String: Int]
    /// Sorted by their bytes; `ga4-*` is an id that was derived for an event.
    var ids: [String]
    /// Ascending.
    var instants: [Int64]?
    /// The accepted lines by shape.
    var shapes: [String: Int]?
    var conflicts: Int?
    var failure: String?
    /// Whether the file is long once it is decompressed.
    var large: Bool?
    var why: String
  }

  private enum CodingKeys: String, CodingKey {
    case name, text, base64
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      bytes = Array(text.utf8)
    } else {
      bytes = try Array(container.decode(Data.self, forKey: .base64))
    }
    expected = try Expectation(from: decoder)
  }

  /// All cases, in the order of their names.
  static func load() throws -> [HostileCase] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Hostile")
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "ndjson" }
    .flatMap { try Data(contentsOf: $0).split(separator: 0x0A) }
    .map { try JSONDecoder().decode(HostileCase.self, from: Data($0)) }
    .sorted { $0.name < $1.name }
  }

  /// The cases; none where they cannot be read, which a test of its own reports.
  static let all: [HostileCase] = {
    do { return try load() } catch { return [] }
  }()

  /// Writes the case's file to a folder.
  func write(to folder: TemporaryFolder) throws -> URL { try folder.write(bytes, to: name) }
}
