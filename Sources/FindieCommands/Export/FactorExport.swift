package import FindieModels
import FindieNight
import FindieText
import FindieWorkers
import FindieWorkspace

/// Writes the factors of players and games, each with its ids in the order of the rows.
///
/// ```
/// players.npy  X[players, rank]   players.ids.ndjson  one id per line, as JSON text
/// games.npy    Y[games, rank]     games.ids.ndjson
/// ```
///
/// The inner product of a player's and a game's row is a feature of the ranker. A row of zeros has
/// no data.
struct FactorExport {
  private let sides: [(name: String, ids: [String], factors: Matrix)]

  init(_ model: ServedModel) {
    sides = [
      ("players", model.matrix.players.ids, model.factors.players),
      ("games", model.matrix.games.ids, model.factors.games),
    ]
  }

  func write(
    _ format: ExportFormat, _ file: (String) throws -> ExportFile
  ) throws -> [(name: String, bytes: Int)] {
    try sides.flatMap { side -> [(name: String, bytes: Int)] in
      switch format {
      case .npy:
        return [
          try written("\(side.name).npy", file) { file in
            try file.write(NPYFile.header(rows: side.factors.rows, columns: side.factors.columns))
            for rows in Workers.ranges(of: side.factors.rows, size: 1024) {
              try file.write(NPYFile.elements(rows, of: side.factors))
            }
          },
          try written("\(side.name).ids.ndjson", file) { file in
            for id in side.ids { try file.write((canonicalLine(id)).utf8) }
          },
        ]
      case .ndjson:
        return [
          try written("\(side.name).ndjson", file) { file in
            for (row, id) in side.ids.enumerated() {
              let factor = (0..<side.factors.columns).map { side.factors[row, $0] }
              try file.write(canonicalLine(Line(id: id, factor: factor)).utf8)
            }
          }
        ]
      case .csv:
        return [
          try written("\(side.name).csv", file) { file in
            var table = CSVTable(header: ["id"] + (0..<side.factors.columns).map { "factor\($0)" })
            for (row, id) in side.ids.enumerated() {
              table.append(
                [.text(id)]
                  + (0..<side.factors.columns).map { .digits("\(side.factors[row, $0])") })
              try file.write(table.takeRows())
            }
            try file.write(table.takeRows())
          }
        ]
      }
    }
  }

  private struct Line: Encodable {
    let id: String
    let factor: [Float]
  }

  private func written(
    _ name: String, _ file: (String) throws -> ExportFile,
    _ body: (inout ExportFile) throws -> Void
  ) throws -> (name: String, bytes: Int) {
    var file = try file(name)
    try body(&file)
    return (name, try file.close())
  }
}

/// A matrix as NumPy's array file: `numpy.load` gives A[rows, columns] of float32.
///
/// Format version 1.0: the magic bytes and the version, the header's length (UInt16,
/// little-endian), the header as the text of a Python dictionary padded with blanks to a multiple
/// of 64 bytes, then the elements as little-endian Float32 in C order.
///
/// Source: NumPy Enhancement Proposal 1, *A Simple File Format for NumPy Arrays* (Kern 2007).
package enum NPYFile {
  package static func header(rows: Int, columns: Int) -> [UInt8] {
    let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(rows), \(columns)), }"
    // Magic, version and length take ten bytes, the line end one.
    let padding = (64 - (text.utf8.count + 11) % 64) % 64
    let header = Array(text.utf8) + [UInt8](repeating: 0x20, count: padding) + [0x0A]
    return [0x93] + Array("NUMPY".utf8) + [1, 0]
      + [UInt8(header.count & 0xFF), UInt8(header.count >> 8)] + header
  }

  /// The bytes of some rows.
  package static func elements(_ rows: Range<Int>, of matrix: Matrix) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * matrix.columns * 4)
    for row in rows {
      for column in 0..<matrix.columns {
        let bits = matrix[row, column].bitPattern
        for shift in [UInt32(0), 8, 16, 24] {
          bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
      }
    }
    return bytes
  }
}
