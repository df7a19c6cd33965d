import FindieFiles
import FindieTestSupport
import Foundation
import Synchronization
import Testing

struct PublishingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func everything() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try DurableFile.read(folder.url.appending(path: name)), as: UTF8.self)
  }

  @Test func `a folder is moved to a new path`() throws {
    try folder.write("new", to: ".night.partial/list")
    try DurableFile.replaceFolder(
      folder.url.appending(path: "night"), with: folder.url.appending(path: ".night.partial"))
    #expect(try everything() == ["night"])
    #expect(try text("night/list") == "new")
  }

  @Test func `a folder replaces an older one, of which nothing remains`() throws {
    try folder.write("old", to: "night/list")
    try folder.write("old", to: "night/only-old")
    try folder.write("new", to: ".night.partial/list")
    try DurableFile.replaceFolder(
      folder.url.appending(path: "night"), with: folder.url.appending(path: ".night.partial"))
    #expect(try everything() == ["night"])
    #expect(try DurableFile.names(in: folder.url.appending(path: "night")) == ["list"])
    #expect(try text("night/list") == "new")
  }

  @Test func `an older folder stays if the new one is missing`() throws {
    try folder.write("old", to: "night/list")
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.replaceFolder(
        folder.url.appending(path: "night"), with: folder.url.appending(path: ".none"))
    }
    #expect(failure?.isMissing == true)
    #expect(try text("night/list") == "old")
  }

  @Test func `a link points at its target`() throws {
    try folder.write("first", to: "day-1/list")
    try DurableFile.link(folder.url.appending(path: "current"), to: "day-1")
    #expect(try text("current/list") == "first")
    #expect(try everything() == ["current", "day-1"])
  }

  @Test func `a link that is switched always points somewhere`() throws {
    try folder.write("1", to: "day-1/list")
    try folder.write("2", to: "day-2/list")
    let current = folder.url.appending(path: "current")
    try DurableFile.link(current, to: "day-1")
    let isDone = Atomic(false)
    let broken = Mutex(0)
    let reader = Thread {
      while !isDone.load(ordering: .relaxed) {
        let bytes = try? DurableFile.read(current.appending(path: "list"))
        if bytes != [0x31], bytes != [0x32] { broken.withLock { $0 += 1 } }
      }
      isDone.store(false, ordering: .relaxed)
    }
    reader.start()
    for round in 0..<50 { try DurableFile.link(current, to: "day-\(round % 2 + 1)") }
    isDone.store(true, ordering: .relaxed)
    while isDone.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.001) }
    #expect(broken.withLock { $0 } == 0)
    #expect(try text("current/list") == "2")
    #expect(try everything() == ["current", "day-1", "day-2"])
  }

  @Test func `a link that cannot be created leaves no partial file`() throws {
    // A folder cannot be replaced by a link.
    try folder.write("x", to: "current/list")
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.link(folder.url.appending(path: "current"), to: "day-1")
    }
    #expect(failure?.operation == .rename)
    #expect(try everything() == ["current"])
  }
}
