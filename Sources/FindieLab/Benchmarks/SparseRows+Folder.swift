import FindieModels
import Foundation

extension SparseRows {
  private struct Shape: Decodable {
    let rows, columns, count: Int
  }

  /// The matrix that `factors-data.py` wrote to a folder.
  init(folder: URL) throws {
    let shape = try JSONDecoder().decode(
      Shape.self, from: Data(contentsOf: folder.appending(path: "shape.json")))
    func numbers<Number: BitwiseCopyable>(_ name: String, _ zero: Number) throws -> [Number] {
      let data = try Data(contentsOf: folder.appending(path: name), options: .alwaysMapped)
      var numbers = [Number](repeating: zero, count: data.count / MemoryLayout<Number>.stride)
      // The buffer has the size of the array, and every bit pattern is a valid number.
      unsafe numbers.withUnsafeMutableBytes { _ = unsafe data.copyBytes(to: $0) }
      return numbers
    }
    self.init(
      rows: shape.rows, columns: shape.columns,
      offsets: try numbers("offsets.i64", Int64(0)).map { Int($0) },
      columnIndices: try numbers("columns.u32", UInt32(0)),
      values: try numbers("values.f32", Float(0)))
  }

  /// The same elements with scaled confidences.
  func scaled(by factor: Float) -> SparseRows {
    SparseRows(
      rows: rows, columns: columns, offsets: offsets, columnIndices: columnIndices,
      values: values.map { factor * $0 })
  }
}
