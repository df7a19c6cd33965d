import FindieDomain
import FindieHistory
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

struct VerificationTests {
  let folder: TemporaryFolder
  let history: History

  init() throws {
    folder = try TemporaryFolder()
    history = History(folder: folder.url.appending(path: "history"))
    var generator = SeededGenerator(seed: 11)
    for night in 0..<3 {
      try history.take([
        file(
          "f\(night)",
          (0..<40).map { _ in
            Event(
              id: "i\(Int.random(in: 0..<90, using: &generator))",
              time: at(day: .random(in: 0..<3, using: &generator)),
              game: "g\(Int.random(in: 0..<2, using: &generator))")
          })
      ])
    }
  }

  private var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: history.folder.path)
        .filter { $0.hasSuffix(".findie") || $0.hasSuffix(".ids") }.sorted()
    }
  }

  @Test func `an undamaged history has no problems`() throws {
    let result = try history.verify(workers: workers)
    #expect(result.problems == [])
    #expect(result.days == 3)
    #expect(result.events == (try history.ids().count))
  }

  @Test func `files whose names differ only in their composition of characters are kept apart`()
    throws
  {
    let twins = History(folder: folder.url.appending(path: "twins"))
    let names = ["caf\u{E9}", "cafe\u{301}"]
    for (number, name) in names.enumerated() {
      try twins.take([
        file(name, (0...number).map { Event(id: "\(number)-\($0)", time: at(day: 1)) })
      ])
    }
    #expect(try twins.ledger().sources.map(\.counts.accepted).sorted() == [1, 2])
    #expect(try twins.verify(workers: workers).problems == [])
  }

  @Test func `a flipped bit in any file is detected and the file is named`() throws {
    var generator = SeededGenerator(seed: 12)
    for path in try files {
      let url = history.folder.appending(path: path)
      let sound = [UInt8](try Data(contentsOf: url))
      for _ in 0..<60 {
        var damaged = sound
        let index = Int.random(in: sound.indices, using: &generator)
        damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        try Data(damaged).write(to: url)
        let result = try history.verify(workers: workers)
        // The padding of a column is not part of it.
        let isPadding = sound[index] == 0 && path.hasSuffix(".findie") && result.isSound
        #expect(isPadding || result.problems.contains { $0.contains(url.lastPathComponent) })
      }
      try Data(sound).write(to: url)
    }
    #expect(try history.verify(workers: workers).isSound)
  }

  @Test func `a damaged index accepts no event`() throws {
    let path = try #require(try files.first { $0.hasSuffix(".ids") })
    let url = history.folder.appending(path: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    bytes[bytes.count - 5] ^= 4
    try Data(bytes).write(to: url)
    let before = try history.ids()
    let again = (0..<90).map { Event(id: "i\($0)", time: at(day: 9)) }
    let error = #expect(throws: History.Failure.self) { try history.take([file("again", again)]) }
    #expect(try "\(#require(error))".contains(url.lastPathComponent))
    #expect(try history.ids() == before)
  }

  /// Changes the text of the ledger, with a matching checksum.
  private func rewriteLedger(_ change: (String) -> String) throws {
    let url = history.folder.appending(path: "ledger.json")
    let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    let members = change(text.replacing(/^\{"checksum":"[0-9a-f]{16}",/, with: ""))
    let checksum = hash64(of: members.utf8.span).padded(to: 16, radix: 16)
    try Data((#"{"checksum":"\#(checksum)","# + members).utf8).write(to: url)
  }

  @Test func `any flipped bit of the ledger is detected`() throws {
    let url = history.folder.appending(path: "ledger.json")
    let sound = try Data(contentsOf: url)
    var generator = SeededGenerator(seed: 77)
    for _ in 0..<60 {
      var damaged = sound
      let index = Int.random(in: 0..<sound.count, using: &generator)
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      try damaged.write(to: url)
      #expect(throws: History.Failure.self, "byte \(index)") { try history.ledger() }
    }
    try sound.write(to: url)
    #expect(try history.verify(workers: workers).isSound)
  }

  @Test func `impossible counts are reported as a damaged ledger`() throws {
    try rewriteLedger { $0.replacing("\"ignored\":0", with: "\"ignored\":\(Int.max)") }
    #expect(throws: History.Failure.self) { try history.ledger() }
  }

  @Test func `the next run removes leftovers of an interrupted run, even if nothing is new`()
    throws
  {
    let left = history.folder.appending(path: "interactions/1970-01-01-0.findie")
    try Data([1]).write(to: left)
    try history.withStaging([]) { _ in }
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(try history.verify(workers: workers).isSound)
  }

  @Test func `a missing or truncated file is detected`() throws {
    for path in try files {
      let url = history.folder.appending(path: path)
      let sound = try Data(contentsOf: url)
      try sound.prefix(sound.count / 2).write(to: url)
      #expect(try !history.verify(workers: workers).isSound, "\(path) cut")
      try FileManager.default.removeItem(at: url)
      #expect(try !history.verify(workers: workers).isSound, "\(path) gone")
      try sound.write(to: url)
    }
  }

  @Test func `days without a ledger are not taken for a new history`() throws {
    try FileManager.default.removeItem(at: history.folder.appending(path: "ledger.json"))
    #expect(throws: History.Failure.self) { try history.ledger() }
    #expect(try !history.verify(workers: workers).isSound)
    #expect(throws: History.Failure.self) {
      try history.take([file("x", [Event(id: "a", time: at(day: 1))])])
    }
  }

  @Test func `wrong counts in a ledger are detected`() throws {
    let accepted = try history.ledger().sources[0].counts.accepted
    try rewriteLedger {
      $0.replacing("\"accepted\":\(accepted)", with: "\"accepted\":\(accepted + 1)")
    }
    #expect(try history.verify(workers: workers).problems.contains { $0.contains("f0") })
  }

  /// A second reader, written from docs/HISTORY.md in another language.
  @Test func `an independent reader in Python reads the same`() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "read_history.py")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path, history.folder.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    #expect(process.terminationStatus == 0)
    let rows = try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.compactMap { $0["id"] as? String }.sorted() == (try history.ids()))
    #expect(
      rows.compactMap { row in
        (row["originFile"] as? String).flatMap { file in
          (row["originOffset"] as? Int).map { "\(file):\($0)" }
        }
      } == (try history.origins()))
    let events = try history.events(.interactions, workers: workers)
    #expect(rows.compactMap { $0["milliseconds"] as? Int64 } == events.milliseconds)
    #expect(rows.compactMap { $0["kind"] as? Int } == events.kinds.map { Int($0) })
    for column in events.collection.textColumns {
      #expect(
        rows.compactMap { $0[column.rawValue] as? String }
          == (0..<events.count).map { events[column].text($0) })
    }
  }
}
