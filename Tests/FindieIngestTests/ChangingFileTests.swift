import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Synchronization
import Testing

/// Files that another program changes while they are read.
struct ChangingFileTests {
  let folder: TemporaryFolder
  let older = lines("a", 3000)
  let newer = lines("b", 3500)

  init() throws { folder = try TemporaryFolder() }

  private static func lines(_ prefix: String, _ count: Int) -> [UInt8] {
    Array((0..<count).map { line("\(prefix)\($0)") + "\n" }.joined().utf8)
  }

  /// Reads slices of a file; `change` is called once, after the first slice.
  private func read(
    _ source: InputSource, threads: Int = 1, change: @escaping @Sendable () throws -> Void
  ) throws -> Ledger.Source {
    let isChanged = Atomic(false)
    let history = History(folder: folder.url.appending(path: "history"))
    let workers = Workers(threads: threads)
    return try history.withStaging([source.path]) { staging in
      let read = try reader.read(
        [source], into: staging, workers: workers, sliceBytes: 1 << 16
      ) { _ in
        if !isChanged.exchange(true, ordering: .relaxed) { try change() }
      }
      return try history.update(from: staging, read.map(\.source), by: .threads(workers)).ledger
        .sources[
          0]
    }
  }

  private func source(_ bytes: [UInt8], of name: String = "interactions.ndjson") throws
    -> InputSource
  {
    let url = try folder.write(bytes, to: name)
    // Long before the test writes into it.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: url.path)
    return try InputSource(url, as: .interactions)
  }

  @Test(arguments: [1, 3])
  func `a file that is replaced while it is read is read to its end`(threads: Int) throws {
    let source = try source(older)
    let other = try folder.write(newer, to: ".copy")
    let read = try read(source, threads: threads) {
      try FileManager.default.removeItem(at: source.url)
      try FileManager.default.moveItem(at: other, to: source.url)
    }
    #expect(read.counts.accepted == 3000)
    #expect(read.counts.read == 3000)
    // The ledger has the file that was read, so that the next run reads the other one.
    #expect(read.size == Int64(older.count))
    #expect(try InputSource(source.url, as: .interactions).size == Int64(newer.count))
  }

  @Test(arguments: ["append", "overwrite", "truncate"])
  func `a file that is written while it is read is an error`(how: String) throws {
    let source = try source(older)
    let newer = newer
    let failure = #expect(throws: IngestFailure.self) {
      try read(source) {
        let file = try FileHandle(forUpdating: source.url)
        switch how {
        case "append": try file.seekToEnd()
        case "truncate": try file.truncate(atOffset: 5000)
        default: break
        }
        try file.write(contentsOf: newer[..<500])
        try file.close()
      }
    }
    #expect(failure == .changedFile(path: source.url.path))
    #expect("\(try #require(failure))".contains("a name that begins with a dot, then rename it"))
  }

  @Test func `a compressed file that grows while it is read is an error`() throws {
    let members = stride(from: 0, to: older.count, by: 60_000).map {
      gzipMember(Array(older[$0..<min($0 + 60_000, older.count)]))
    }
    let source = try source(Array(members.joined()), of: "interactions.ndjson.gz")
    for threads in [1, 2] {
      let before = try InputSource(source.url, as: .interactions).size
      do {
        let read = try read(source, threads: threads) {
          let file = try FileHandle(forUpdating: source.url)
          try file.seekToEnd()
          try file.write(contentsOf: members[0])
          try file.close()
        }
        // A thread that decodes ahead may have reached the end before.
        #expect(threads == 2 && read.size == before)
      } catch {
        #expect(error as? IngestFailure == .changedFile(path: source.url.path))
      }
    }
  }

  @Test func `the ledger has the version that was read, not that of the scan`() throws {
    let source = try source(older)
    try folder.write(gzipMember(Array((line("x") + "\n").utf8)), to: "interactions.ndjson")
    let read = try reader.reading(source)
    #expect(read.ids == ["x"])
    #expect(read.source.size == (try InputSource(source.url, as: .interactions)).size)
    #expect(read.source.modifiedNanoseconds != source.modifiedNanoseconds)
  }

  @Test func `records of one file are of one version`() throws {
    func users(_ prefix: String) -> [UInt8] {
      Array(
        (0..<4000).map { #"{"id":"\#(prefix)\#($0)","favoriteGenres":[]}"# + "\n" }.joined().utf8)
    }
    let url = try folder.write(users("a"), to: "in/users.ndjson")
    let other = try folder.write(users("b"), to: ".copy")
    let isChanged = Atomic(false)
    let read = try CatalogueReader(limits: IngestLimits()) { _ in
      guard !isChanged.exchange(true, ordering: .relaxed) else { return false }
      #expect(throws: Never.self) {
        try FileManager.default.removeItem(at: url)
        try FileManager.default.moveItem(at: other, to: url)
      }
      return false
    }.read(
      InputFolder(scanning: folder.url.appending(path: "in")), workers: Workers(threads: 1),
      sliceBytes: 1 << 16)
    #expect(Set(read.users.records.map { $0.id.first }) == ["a"])
    #expect(read.users.records.count == 4000)
    // Written in place.
    let changed = Atomic(false)
    #expect(throws: IngestFailure.changedFile(path: url.path)) {
      try CatalogueReader(limits: IngestLimits()) { _ in
        if !changed.exchange(true, ordering: .relaxed) {
          #expect(throws: Never.self) { try FileHandle(forUpdating: url).truncate(atOffset: 0) }
        }
        return false
      }.read(
        InputFolder(scanning: folder.url.appending(path: "in")), workers: Workers(threads: 1))
    }
  }

  @Test func `a file of lines that changes while it is read is an error`() throws {
    let source = try source(Array("1\n2\n".utf8), of: "rows.ndjson")
    #expect(throws: IngestFailure.changedFile(path: source.url.path)) {
      try TextFile(source.url).eachLine(limit: 9) { _, _ in
        try Data("3\n".utf8).write(to: source.url, options: [])
      }
    }
  }
}
