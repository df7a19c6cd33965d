import FindieFiles
import FindieTestSupport
import Foundation
import Glibc
import Testing

/// A disk of 64 kB and 40 files in memory, unmounted when the test releases it; needs the
/// permission to mount.
///
/// A class, since its end has an effect.
private final class TinyDisk {
  private let folder: TemporaryFolder
  var url: URL { folder.url }

  static let canBeMade = (try? TinyDisk()) != nil

  init() throws {
    folder = try TemporaryFolder()
    try TinyDisk.run(
      "mount", "-t", "tmpfs", "-o", "size=64k,nr_inodes=40", "tmpfs", folder.url.path)
  }

  deinit {
    try? TinyDisk.run("umount", folder.url.path)
  }

  private struct Refused: Error {}

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitForEnd()
    guard process.terminationStatus == 0 else { throw Refused() }
  }
}

@Suite(.enabled(if: TinyDisk.canBeMade, "this user may not mount a disk"))
struct FullDiskTests {
  private let disk: TinyDisk

  init() throws {
    disk = try TinyDisk()
  }

  @Test func `a file that does not fit is a full disk, with the remedy`() throws {
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.write(
        [UInt8](repeating: 1, count: 200_000), to: disk.url.appending(path: "a"))
    }
    #expect(failure?.code == ENOSPC)
    #expect(failure.map { "\($0)" }?.contains("Free some space") == true)
  }

  @Test func `an append that does not fit leaves the old length`() throws {
    let file = disk.url.appending(path: "a")
    try DurableFile.write("old", to: file)
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.append([UInt8](repeating: 1, count: 200_000), to: file, syncing: true)
    }
    #expect(failure?.code == ENOSPC)
    #expect(try DurableFile.read(file) == Array("old".utf8))
  }

  @Test func `space that an append reserves is there for the next one`() throws {
    let file = disk.url.appending(path: "a")
    try DurableFile.write("old", to: file)
    let failure = #expect(throws: FileFailure.self) {
      try DurableFile.append(Array("x".utf8), to: file, syncing: true, reserving: 200_000)
    }
    #expect(failure?.code == ENOSPC)
    #expect(try DurableFile.read(file) == Array("old".utf8))
    try DurableFile.append(Array("new".utf8), to: file, syncing: true, reserving: 9000)
    #expect(try DurableFile.read(file) == Array("oldnew".utf8))
    let free = try #require(DurableFile.freeBytes(near: disk.url))
    try DurableFile.writePlainly(
      [UInt8](repeating: 0, count: Int(free)), to: disk.url.appending(path: "filler"))
    try DurableFile.append([UInt8](repeating: 1, count: 9000), to: file, syncing: true)
    #expect(try DurableFile.read(file).count == 9006)
    #expect(throws: FileFailure.self) {
      try DurableFile.append([UInt8](repeating: 1, count: 9000), to: file, syncing: true)
    }
  }

  @Test func `on a full disk the older file is unchanged, and no partial file remains`() throws {
    let file = disk.url.appending(path: "a")
    try DurableFile.write("old", to: file)
    #expect(throws: FileFailure.self) {
      try DurableFile.write([UInt8](repeating: 1, count: 200_000), to: file)
    }
    #expect(try DurableFile.read(file) == Array("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["a"])
  }

  @Test func `the space of a file that did not fit is free again`() throws {
    let before = try #require(DurableFile.freeBytes(near: disk.url))
    #expect(before <= 65_536)
    #expect(throws: FileFailure.self) {
      try DurableFile.write(
        [UInt8](repeating: 1, count: 200_000), to: disk.url.appending(path: "a"))
    }
    #expect(DurableFile.freeBytes(near: disk.url) == before)
  }

  @Test func `a folder that cannot be created for lack of space is a full disk`() throws {
    let failure = #expect(throws: FileFailure.self) {
      for index in 0..<50 {
        try DurableFile.createFolder(disk.url.appending(path: "\(index)"))
      }
    }
    #expect(failure?.code == ENOSPC)
  }
}
