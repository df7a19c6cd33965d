import Foundation
import Testing

/// What may import what.
struct DoorTests {
  private static func manifest() throws -> PackageManifest {
    try PackageManifest(House.text("Package.swift"))
  }

  @Test(arguments: Door.all)
  func `Package.swift gives a room the doors of the table and no other`(door: Door) throws {
    let dependencies = try #require(DoorTests.manifest().dependencies[door.room])
    #expect(dependencies == door.own.union(door.foreign))
  }

  @Test func `every folder of Sources and Pipelines is a room of the table or C`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: House.root.appending(path: "Sources").path)
    let ours = Set(folders.filter { !$0.hasPrefix("C") } + ["FindiePipelines"])
    #expect(ours == Set(Door.all.map(\.room)))
  }

  @Test(arguments: Door.all)
  func `a file imports only what its room may`(door: Door) {
    let allowed = door.own.union(door.foreign).union(door.system)
    let strangers = House.files.filter { $0.room == door.room }.flatMap { file in
      file.code.lines.compactMap { line -> String? in
        guard let module = line.firstMatch(of: importLine)?.1, !allowed.contains(String(module))
        else { return nil }
        return "\(file.path) imports \(module)"
      }
    }
    #expect(strangers == [])
  }

  @Test(arguments: Door.all)
  func `a room uses every door it has`(door: Door) {
    let used = Set(
      House.files.filter { $0.room == door.room }.flatMap { file in
        file.code.lines.compactMap { $0.firstMatch(of: importLine).map { String($0.1) } }
      })
    #expect(door.own.union(door.foreign).union(door.system).subtracting(used) == [])
  }

  @Test func `a room's doors lead only to rooms that stand before it`() {
    var before: Set<String> = [
      "CLinearAlgebra", "CCompression", "CLinuxFiles", "CLineScanner", "CSimdJSON",
      "CFactorKernels", "COpenBLASKernels",
    ]
    for door in Door.all {
      #expect(door.own.subtracting(before) == [], "\(door.room)")
      before.insert(door.room)
    }
  }

  @Test func `a module never has the name of a type in it`() {
    let type = /\b(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)/
    for door in Door.all {
      let types = House.files.filter { $0.room == door.room }
        .flatMap { $0.code.matches(of: type).map { String($0.1) } }
      #expect(!types.contains(door.room), "\(door.room)")
    }
  }

  @Test func `no room is called Core, Common, Utils or Helpers`() {
    #expect(Door.all.filter { $0.room.contains(/Core|Common|Util|Helper/) }.map(\.room) == [])
  }

  /// `package import struct Foundation.URL` as well as `import Foundation`.
  private var importLine: Regex<(Substring, Substring)> {
    /^(?:@\w+ )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|protocol|typealias|func|let|var) )?(\w+)/
  }
}

extension Door: CustomTestStringConvertible {
  var testDescription: String { "\(room), which \(verb)" }
}
