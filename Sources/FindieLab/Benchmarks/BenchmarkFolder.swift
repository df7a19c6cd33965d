import FindieModels
import Foundation

/// A folder with `shape.json` and files of numbers, little-endian, as `Benchmarks/factors-data.py`
/// and `Benchmarks/peers/train_factors.py` write.
struct BenchmarkFolder {
  struct Shape: Decodable {
    let rows, columns: Int
    /// The number of elements of a sparse matrix.
    let count: Int?
    /// Of factors.
    let rank: Int?
  }

  let url: URL
  let shape: Shape

  init(_ path: String) throws {
    url = URL(filePath: path)
    shape = try JSONDecoder().decode(
      Shape.self, from: Data(contentsOf: url.appending(path: "shape.json")))
  }

  /// The sparse matrix: `offsets.i64`, `columns.u32` and, unless each element is 1, `values.f32`.
  ///
  /// - Parameter confidence: a factor for each value; nil for elements of 1.
  func sparseRows(confidence: Float?) throws -> SparseRows {
    let count = shape.count ?? 0
    return SparseRows(
      rows: shape.rows, columns: shape.columns,
      offsets: try numbers("offsets.i64", count: shape.rows + 1, as: 0),
      columnIndices: try numbers("columns.u32", count: count, as: UInt32(0)),
      values: try confidence.map { confidence in
        try numbers("values.f32", count: count, as: Float(0)).map { confidence * $0 }
      } ?? [Float](repeating: 1, count: count))
  }

  /// [rows, rank]
  func factors(_ name: String, rows: Int) throws -> Matrix {
    let rank = shape.rank ?? 0
    return Matrix(
      rows: rows, columns: rank,
      elements: try numbers(name, count: rows * rank, as: Float(0)))
  }

  /// - Precondition: the file contains at least `count` numbers.
  private func numbers<Number: BitwiseCopyable>(
    _ name: String, count: Int, as zero: Number
  ) throws -> [Number] {
    let data = try Data(contentsOf: url.appending(path: name), options: .alwaysMapped)
    var numbers = [Number](repeating: zero, count: count)
    // The buffer has the size of the array, and every bit pattern is a valid number.
    let copied = unsafe numbers.withUnsafeMutableBytes { unsafe data.copyBytes(to: $0) }
    precondition(copied == count * MemoryLayout<Number>.stride, "\(name) is too short")
    return numbers
  }

  /// Writes the numbers of an array to a file.
  static func write<Number: BitwiseCopyable>(_ numbers: [Number], to url: URL) throws {
    try unsafe numbers.withUnsafeBytes { unsafe Data($0) }.write(to: url)
  }
}
