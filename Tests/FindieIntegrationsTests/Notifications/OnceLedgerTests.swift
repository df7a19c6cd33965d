import FindieDomain
import FindieIntegrations
import FindieTestSupport
import Foundation
import Testing

/// What is done at most once.
struct OnceLedgerTests {
  private struct Broken: Error {}

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.url.appending(path: "notify/digest.ndjson") }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  private func attempt(_ subject: String, _ outcome: OnceLedger.Outcome?) throws {
    var ledger = try OnceLedger(file: file)
    _ = try ledger.attempt(subject, now: { Timestamp(milliseconds: 0) }) {
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
    let ledger = try OnceLedger(file: file)
    #expect(
      ["a", "b", "c", "d", "e"].map { ledger.isOpen($0) } == [false, true, false, true, true])
    #expect(ledger.line(about: "a")?.result == "17")
    #expect(ledger.uncertain == ["c"])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `a file with another line is not used`() throws {
    try attempt("a", .sent("17"))
    try (text() + "noise\n").write(to: file, atomically: true, encoding: .utf8)
    #expect(throws: DamagedLedger.self) { try OnceLedger(file: file) }
  }

  @Test func `a file that a kill cut off anywhere is read, and continued`() throws {
    try attempt("a", .sent("17"))
    try attempt("b", .sent("18"))
    let bytes = Array(try text().utf8)
    for end in 0...bytes.count {
      try Data(bytes[..<end]).write(to: file)
      let ledger = try OnceLedger(file: file)
      // A subject is open only if its line `sending` is not there as a whole.
      let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
      for subject in ["a", "b"] {
        let isRecorded = lines.contains {
          $0.contains(#""subject":"\#(subject)""#) && $0.hasSuffix("}")
        }
        #expect(ledger.isOpen(subject) != isRecorded, "\(end)")
      }
    }
    try Data(bytes[..<(bytes.count - 9)]).write(to: file)
    try attempt("c", .sent(nil))
    #expect(try OnceLedger(file: file).uncertain == ["b"])
    #expect(try !OnceLedger(file: file).isOpen("c"))
  }
}
