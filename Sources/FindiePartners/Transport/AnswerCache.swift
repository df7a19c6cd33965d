import FindieDomain
import FindieFiles
import FindieWorkspace
package import Foundation

/// Partners' answers on disk: one file per request, which is replaced atomically.
///
/// A file is a line of JSON (request, status, headers, time, checksum of the body), then the body.
/// An empty file with the suffix `.failed` says that the request failed when it was last sent.
package struct AnswerCache: Sendable {
  private let folder: URL

  /// - Parameter folder: its subfolder `personal` has the answers about players.
  package init(folder: URL) {
    self.folder = folder
  }

  package static func personalFolder(of folder: URL) -> URL { folder.appending(path: "personal") }

  private struct Header: Codable {
    let request: String
    let status: Int
    let headers: [String: String]
    let receivedAt: Timestamp
    let checksum: Fingerprint
  }

  private func file(of request: PartnerRequest) -> URL {
    let digits = Fingerprint(of: request.key).hexadecimal
    let parent =
      request.isPersonal
      ? Self.personalFolder(of: folder) : folder.appending(path: request.endpoint.name)
    return parent.appending(path: String(digits.prefix(2))).appending(path: String(digits))
  }

  /// The stored answer to a request; nil if there is none, or if its file is damaged.
  func answer(to request: PartnerRequest) throws -> PartnerAnswer? {
    let file = file(of: request)
    guard DurableFile.exists(file) else { return nil }
    let bytes = try DurableFile.read(file)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let body = Data(bytes[(end + 1)...])
    do {
      let header = try JSONDecoder().decode(Header.self, from: Data(bytes[..<end]))
      guard header.request == request.key, header.checksum == Fingerprint(ofBytes: body) else {
        return nil
      }
      return PartnerAnswer(
        status: header.status, headers: header.headers, body: body, receivedAt: header.receivedAt)
    } catch is DecodingError {
      return nil
    }
  }

  func store(_ answer: PartnerAnswer, to request: PartnerRequest) throws {
    let header = Header(
      request: request.key, status: answer.status,
      headers: answer.headers.filter {
        ["etag", "last-modified", "content-type"].contains($0.key)
      },
      receivedAt: answer.receivedAt, checksum: Fingerprint(ofBytes: answer.body))
    try DurableFile.write(
      pieces: [Data((canonicalJSON(header) + "\n").utf8), answer.body], to: file(of: request),
      access: .ownerOnly)
    try DurableFile.remove(mark(of: request))
  }

  // MARK: - The order of requests

  /// The place of a request in the order: first requests that were never answered, then those with
  /// the oldest answer, then failed ones, the latest failure last.
  struct Turn: Comparable {
    let hasFailed: Bool
    /// According to the disk's clock.
    let time: Int64

    static func < (left: Turn, right: Turn) -> Bool {
      (left.hasFailed ? 1 : 0, left.time) < (right.hasFailed ? 1 : 0, right.time)
    }
  }

  func turn(of request: PartnerRequest) -> Turn {
    if let failed = FileStatus(mark(of: request))?.modifiedNanoseconds {
      return Turn(hasFailed: true, time: failed)
    }
    let time = FileStatus(file(of: request))?.modifiedNanoseconds
    return Turn(hasFailed: false, time: time ?? .min)
  }

  func markFailure(of request: PartnerRequest) throws {
    try DurableFile.write([], to: mark(of: request), access: .ownerOnly)
  }

  private func mark(of request: PartnerRequest) -> URL {
    file(of: request).appendingPathExtension("failed")
  }
}
