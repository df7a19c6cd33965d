import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// What is done at most once.
struct PostLogTests {
  private struct Broken: Error {}

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.url.appending(path: "notify/digest.ndjson") }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  private func attempt(_ subject: String, _ outcome: PostLog.Outcome?) throws {
    var log = try PostLog(file: file)
    _ = try log.attempt(subject, now: { Timestamp(milliseconds: 0) }) {
      // The line is on disk before anything is sent.
      #expect(try text().contains(#""state":"sending","subject":"\#(subject)""#))
      guard let outcome else { throw Broken() }
      return outcome
    }
  }

  @Test func `only what certainly was not sent is open again`() throws {
    try attempt("a", .sent("17"))
    try attempt("b", .notSent(Broken()))
    try attempt("c", .uncertain(Broken()))
    #expect(throws: Broken.self) { try attempt("d", nil) }
    let log = try PostLog(file: file)
    #expect(
      ["a", "b", "c", "d", "e"].map { log.isOpen($0) } == [false, true, false, true, true])
    #expect(log.line(about: "a")?.result == "17")
    #expect(log.uncertain == ["c"])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a file with another line is not used`() throws {
    try attempt("a", .sent("17"))
    try (text() + "noise\n").write(to: file, atomically: true, encoding: .utf8)
    #expect(throws: LocalFailure.self) { try PostLog(file: file) }
  }

  @Test func `a file that a kill cut off anywhere is read, and continued`() throws {
    try attempt("a", .sent("17"))
    try attempt("b", .sent("18"))
    let bytes = Array(try text().utf8)
    for end in 0...bytes.count {
      try Data(bytes[..<end]).write(to: file)
      let log = try PostLog(file: file)
      // A subject is open only if its line `sending` is not there as a whole.
      let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
      for subject in ["a", "b"] {
        let isRecorded = lines.contains {
          $0.contains(#""subject":"\#(subject)""#) && $0.hasSuffix("}")
        }
        #expect(log.isOpen(subject) != isRecorded, "\(end)")
      }
    }
    try Data(bytes[..<(bytes.count - 9)]).write(to: file)
    try attempt("c", .sent(nil))
    #expect(try PostLog(file: file).uncertain == ["b"])
    #expect(try !PostLog(file: file).isOpen("c"))
  }
}
