import FindieNight
import FindieDomain
import FindieModels
import FindieCommands
import FindieRanking
import FindieStore
import FindieTestSupport
import Foundation
import Testing

/// Exports of a published night, read back by independent readers.
struct ExportTests {
  private let world: ServedWorld

  init() throws {
    world = try ServedWorld.shared.get()
  }

  private func export(_ what: ExportSubject, _ format: ExportFormat? = nil) throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    let files = try Export(what, as: format, to: folder.url) { _ in }
      .write(workspace: world.workspace).files
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == files.map(\.name).sorted())
    for file in files {
      let size = try Data(contentsOf: folder.url.appending(path: file.name)).count
      #expect(size == file.bytes)
    }
    return folder
  }

  private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  @Test func `an export without a folder is written to the stream`() throws {
    var bytes: [UInt8] = []
    let files = try Export(.ranker, as: nil, to: nil) { bytes += $0 }
      .write(workspace: world.workspace).files
    #expect(
      String(decoding: bytes, as: UTF8.self) == (try text("ranker.ndjson", in: try export(.ranker)))
    )
    #expect(files.map(\.bytes) == [bytes.count])
  }

  /// RFC 4180: rows of fields, CRLF, quotes doubled inside quotes.
  private func rows(ofCSV text: String) -> [[String]] {
    var rows: [[String]] = []
    var (row, field, isQuoted) = ([String](), "", false)
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, isQuoted) {
      case ("\"", true) where scalars.first == "\"":
        scalars.removeFirst()
        field += "\""
      case ("\"", _): isQuoted.toggle()
      case (",", false):
        row.append(field)
        field = ""
      case ("\r", false) where scalars.first == "\n":
        scalars.removeFirst()
        rows.append(row + [field])
        (row, field) = ([], "")
      default: field.unicodeScalars.append(scalar)
      }
    }
    return rows
  }

  @Test func `every row of a table has all columns`() throws {
    let rows = rows(ofCSV: try text("ranker.csv", in: try export(.ranker, .csv)))
    #expect(rows.count > 1 && rows.allSatisfy { $0.count == 5 })
  }

  @Test func `exported weights are the ranker's`() throws {
    let lines = try text("ranker.ndjson", in: try export(.ranker)).split(separator: "\n")
    struct Weight: Decodable {
      let weight: Double
    }
    let weights = try lines.map { try JSONDecoder().decode(Weight.self, from: Data($0.utf8)) }
    let ranker = world.model.ranker
    #expect(
      weights.map(\.weight) == ranker.groups.flatMap { [$0.intercept] + $0.weights })
  }

  /// A reader of NPY version 1.0 (NEP 1), independent of findie's code.
  private struct Array2D {
    let rows: Int
    let columns: Int
    let elements: [Float]

    init(_ bytes: [UInt8]) throws {
      #expect(Array(bytes[..<8]) == [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0])
      let length = Int(bytes[8]) + Int(bytes[9]) << 8
      #expect((10 + length) % 64 == 0)
      let header = String(decoding: bytes[10..<10 + length], as: UTF8.self)
      #expect(header.hasSuffix("\n"))
      let form =
        #/\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+), (\d+)\), \} *\n/#
      let match = try #require(try form.wholeMatch(in: header))
      (rows, columns) = (try #require(Int(match.1)), try #require(Int(match.2)))
      let data = bytes[(10 + length)...]
      elements = stride(from: data.startIndex, to: data.endIndex, by: 4).map { start in
        Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(data[start + $1]) << (8 * $1) })
      }
    }
  }

  /// The factors of the lines that `--format ndjson` writes, one after the other.
  private func numbers(ofLines text: String) throws -> [Float] {
    struct Line: Decodable {
      let factor: [Float]
    }
    return try text.split(separator: "\n").flatMap {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).factor
    }
  }

  @Test(arguments: ["players", "games"])
  func `factors as NPY equal those in the other formats, with the ids of their rows`(
    side: String
  ) throws {
    let folder = try export(.factors)
    let array = try Array2D(
      Array(try Data(contentsOf: folder.url.appending(path: "\(side).npy"))))
    let ids =
      side == "players" ? world.model.matrix.players.ids : world.model.matrix.games.ids
    #expect((array.rows, array.columns) == (ids.count, 8))
    #expect(array.elements.contains { $0 != 0 })
    let read = try text("\(side).ids.ndjson", in: folder).split(separator: "\n").map {
      try JSONDecoder().decode(String.self, from: Data($0.utf8))
    }
    #expect(read == ids)
    let lines = try text("\(side).ndjson", in: try export(.factors, .ndjson))
    #expect(try numbers(ofLines: lines) == array.elements)
    let rows = rows(ofCSV: try text("\(side).csv", in: try export(.factors, .csv)))
    #expect(rows.dropFirst().flatMap { $0.dropFirst().compactMap { Float($0) } } == array.elements)
  }

  @Test(arguments: [(0, 0), (1, 1), (12_345, 128), (1_000_000, 2048)])
  func `the data starts at a multiple of 64 bytes`(rows: Int, columns: Int) {
    #expect(NPYFile.header(rows: rows, columns: columns).count % 64 == 0)
  }

  @Test func `an unsupported format is refused before anything is written`() {
    #expect(throws: CommandFailure.self) { try Export(.ranker, as: .npy, to: nil) { _ in } }
    #expect(throws: CommandFailure.self) { try Export(.factors, as: nil, to: nil) { _ in } }
  }
}
