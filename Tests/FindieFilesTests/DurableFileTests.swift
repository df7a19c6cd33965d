import FindieFiles
import FindieTestSupport
import Foundation
import Testing

struct DurableFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Everything in the folder, hidden names too.
  private func everything() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  @Test func `written bytes are read back`() throws {
    let file = folder.url.appending(path: "list.ndjson")
    let bytes = (0..<300).map { UInt8($0 % 256) }
    try DurableFile.write(bytes, to: file)
    #expect(try DurableFile.read(file) == bytes)
  }

  @Test func `nothing is appended to the target of a link, and nothing is cut off`() throws {
    let target = folder.url.appending(path: "target")
    let link = folder.url.appending(path: "link")
    try DurableFile.write(String(repeating: "x", count: 1000), to: target)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let failure = #expect(throws: FileFailure.self) { try DurableFile.append([1], to: link) }
    #expect(failure?.code == FileFailure.link)
    #expect(try DurableFile.read(target).count == 1000)
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  private func setMode(_ mode: Int, of url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  @Test(arguments: [0o600, 0o440, 0o664])
  func `a file that replaces another has its mode`(_ old: Int) throws {
    let file = try folder.write("old", to: "file")
    for replace in [
      { try DurableFile.write([1], to: file) }, { try DurableFile.deliver([1], to: file) },
      { try DurableFile.update(file) { _ in [1] } },
      {
        var writer = try FileWriter(replacing: file)
        try writer.write([1])
        try writer.replace()
      },
    ] as [() throws -> Void] {
      try setMode(old, of: file)
      try replace()
      #expect(try mode(file) == old)
    }
    // While it is written, too: nobody reads what the old file hides.
    let writer = try FileWriter(replacing: file)
    #expect(try mode(folder.url.appending(path: ".file.partial")) == old | 0o200)
    _ = consume writer
  }

  @Test func `a folder that replaces another has its mode`() throws {
    let (old, new) = (folder.url.appending(path: "old"), folder.url.appending(path: "new"))
    for url in [old, new] { try DurableFile.createFolder(url) }
    try setMode(0o750, of: old)
    try DurableFile.replaceFolder(old, with: new)
    #expect(try mode(old) == 0o750)
  }

  @Test func `a temporary folder is for its owner only, and goes`() throws {
    let url = try DurableFile.withTemporaryFolder { url -> URL in
      #expect(try mode(url) == 0o700)
      try DurableFile.writePlainly([1], to: url.appending(path: "file"))
      return url
    }
    #expect(!DurableFile.exists(url))
  }

  @Test func `a file of the owner only is so, even if it was another's before`() throws {
    let file = folder.url.appending(path: "own/file")
    try DurableFile.createFolder(file.deletingLastPathComponent())
    try DurableFile.writePlainly([1], to: file)
    #expect(try mode(file).map { $0 & 0o400 } == 0o400)
    try DurableFile.createFolder(file.deletingLastPathComponent(), access: .ownerOnly)
    _ = try FileWriter(file, access: .ownerOnly)
    #expect(try mode(file) == 0o600)
    #expect(try mode(file.deletingLastPathComponent()) == 0o700)
    try DurableFile.write([1], to: file, access: .ownerOnly)
    #expect(try mode(file) == 0o600)
  }

  @Test func `a file is not written through a link at its temporary name`() throws {
    let target = try folder.write("precious", to: "target")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: ".a.partial"), withDestinationURL: target)
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.write([1], to: folder.url.appending(path: "a"))
    }
    #expect(failure?.code == FileFailure.link)
    #expect(try String(contentsOf: target, encoding: .utf8) == "precious")
  }

  @Test func `text is written as UTF-8`() throws {
    let file = folder.url.appending(path: "name.txt")
    try DurableFile.write("ミナ", to: file)
    #expect(try DurableFile.read(file) == Array("ミナ".utf8))
  }

  @Test func `a shorter file replaces a longer one completely`() throws {
    let file = folder.url.appending(path: "a")
    try DurableFile.write("a long text", to: file)
    try DurableFile.write("short", to: file)
    #expect(try DurableFile.read(file) == Array("short".utf8))
  }

  @Test func `delivery follows a link and truncates the file to the new length`() throws {
    let (file, link) = (folder.url.appending(path: "a"), folder.url.appending(path: "link"))
    try DurableFile.write("a long text", to: file)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "a")
    try DurableFile.deliver(Array("short".utf8), to: link)
    #expect(try DurableFile.read(file) == Array("short".utf8))
    #expect(try everything() == ["a", "link"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "a")
  }

  @Test func `delivery to a pipe does not replace it`() throws {
    try DurableFile.deliver(Array("gone".utf8), to: URL(filePath: "/dev/null"))
    let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(kind as? FileAttributeType == .typeCharacterSpecial)
    #expect(throws: FileFailure.self) {
      try DurableFile.deliver(Array("no".utf8), to: folder.url)
    }
  }

  @Test func `a pipe is read to its end`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Array("two ".utf8))
    try pipe.fileHandleForWriting.write(contentsOf: Array("parts".utf8))
    try pipe.fileHandleForWriting.close()
    let url = URL(filePath: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(try DurableFile.receive(url) == Array("two parts".utf8))
    withExtendedLifetime(pipe) {}
  }

  @Test func `an empty file is a file`() throws {
    let file = folder.url.appending(path: "empty")
    try DurableFile.write("before", to: file)
    try DurableFile.write("", to: file)
    #expect(DurableFile.exists(file))
    #expect(try DurableFile.read(file).isEmpty)
  }

  @Test func `missing parent folders are created`() throws {
    let file = folder.url.appending(path: "a/b/c.txt")
    try DurableFile.write("x", to: file)
    #expect(try DurableFile.read(file) == [0x78])
  }

  @Test func `writers of one file at the same time all succeed, and each file is whole`()
    async throws
  {
    let file = folder.url.appending(path: "rates.json")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<12 {
        let bytes = [UInt8](repeating: UInt8(writer), count: 1000 * (writer + 1))
        group.addTask { for _ in 0..<20 { try DurableFile.write(bytes, to: file) } }
      }
      group.addTask {
        for _ in 0..<200 where DurableFile.exists(file) {
          let bytes = try DurableFile.read(file)
          let writer = Int(bytes.first ?? 255)
          #expect(bytes == [UInt8](repeating: UInt8(writer), count: 1000 * (writer + 1)))
        }
      }
      try await group.waitForAll()
    }
    #expect(try everything() == ["rates.json"])
  }

  @Test func `changes of one file at the same time are all in it`() async throws {
    let file = folder.url.appending(path: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10 {
            try DurableFile.update(file) { bytes in
              Array("\((Int(String(decoding: bytes ?? [], as: UTF8.self)) ?? 0) + 1)".utf8)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try DurableFile.read(file) == Array("80".utf8))
    #expect(try everything() == ["count"])
    try DurableFile.update(file) { _ in nil }
    #expect(try DurableFile.read(file) == Array("80".utf8))
    #expect(try everything() == ["count"])
  }

  @Test func `what a killed writer left is used again, and what is being written is not removed`()
    throws
  {
    let file = folder.url.appending(path: "a")
    let left = try folder.write("a longer part", to: ".a.partial")
    #expect(!DurableFile.isBeingWritten(left))
    var writer = try FileWriter(replacing: file)
    try writer.write(Array("one".utf8))
    #expect(DurableFile.isBeingWritten(left))
    try DurableFile.removeLeftover(left)
    #expect(try everything() == [".a.partial"])
    try writer.replace()
    #expect(try everything() == ["a"])
    #expect(try DurableFile.read(file) == Array("one".utf8))

    let other = try folder.write("a part", to: ".b.partial")
    try DurableFile.removeLeftover(other)
    #expect(try everything() == ["a"])
  }

  @Test func `a file that is not completed leaves nothing`() throws {
    do {
      var writer = try FileWriter(replacing: folder.url.appending(path: "a"))
      try writer.write([1, 2, 3])
    }
    #expect(try everything() == [])
  }

  @Test func `a written file leaves no partial file next to it`() throws {
    try DurableFile.write("x", to: folder.url.appending(path: "a"))
    #expect(try everything() == ["a"])
  }

  @Test func `a file that cannot be moved leaves no partial file`() throws {
    // A folder that is not empty cannot be replaced by a file.
    try folder.write("inside", to: "a/b")
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.write("x", to: folder.url.appending(path: "a"))
    }
    #expect(failure?.operation == .rename)
    #expect(try everything() == ["a"])
    #expect(try DurableFile.names(in: folder.url.appending(path: "a")) == ["b"])
  }

  @Test func `a reader that has a file open continues to read the old one`() throws {
    let file = try folder.write("old", to: "a")
    let reader = try FileHandle(forReadingFrom: file)
    defer { try? reader.close() }
    try DurableFile.write("new", to: file)
    #expect(try reader.readToEnd() == Data("old".utf8))
    #expect(try DurableFile.read(file) == Array("new".utf8))
  }

  @Test func `appending adds to the end and creates a missing file`() throws {
    let file = folder.url.appending(path: "log")
    try DurableFile.append(Array("one\n".utf8), to: file)
    try DurableFile.append(Array("two\n".utf8), to: file)
    #expect(try DurableFile.read(file) == Array("one\ntwo\n".utf8))
  }

  @Test func `writing plainly cuts what was longer`() throws {
    let file = try folder.write("a long text", to: "a")
    try DurableFile.writePlainly(Array("short".utf8), to: file)
    #expect(try DurableFile.read(file) == Array("short".utf8))
  }

  @Test func `removing takes a folder with all in it`() throws {
    try folder.write("x", to: "a/b/c")
    try DurableFile.removeTemporary(folder.url.appending(path: "a"))
    #expect(try everything().isEmpty)
  }

  @Test func `removing a missing file is not an error`() throws {
    try DurableFile.remove(folder.url.appending(path: "nothing"))
  }

  @Test func `names are sorted and hidden ones left out`() throws {
    for name in ["b", ".hidden", "a10", "a2", "B", ".b.partial"] { try folder.write("", to: name) }
    #expect(try DurableFile.names(in: folder.url) == ["B", "a10", "a2", "b"])
  }

  @Test func `free bytes near a missing folder are those of the folder above`() throws {
    let missing = folder.url.appending(path: "not/yet/made")
    let near = try #require(DurableFile.freeBytes(near: missing))
    let here = try #require(DurableFile.freeBytes(near: folder.url))
    #expect(near > 0)
    // Others write to the same disk between the two calls: a gigabyte is allowed for that.
    #expect(abs(near - here) < 1 << 30)
  }

  @Test func `free bytes are known near the root`() {
    #expect(DurableFile.freeBytes(near: URL(filePath: "/no-such-folder/at/all")) != nil)
  }
}

@Suite struct RelativePathTests {
  @Test func `a relative path that cannot be created is an error, not an endless loop`() {
    #expect(throws: FileFailure.self) {
      try DurableFile.write("x", to: URL(filePath: "/proc/nowhere/at/all"))
    }
    #expect(throws: FileFailure.self) { try DurableFile.write("x", to: URL(filePath: "")) }
  }
}
