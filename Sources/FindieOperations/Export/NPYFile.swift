package import FindieLinearAlgebra

/// A matrix as NumPy's array file: `numpy.load` gives A[rows, columns] of float32.
///
/// Format version 1.0: the magic bytes and the version, the header's length (UInt16, little-endian), the
/// header as the text of a Python dictionary padded with blanks to a multiple of 64 bytes, then the
/// elements as little-endian Float32 in C order.
///
/// Source: NumPy Enhancement Proposal 1, *A Simple File Format for NumPy Arrays* (Kern 2007).
package enum NPYFile {
  package static func header(rows: Int, columns: Int) -> [UInt8] {
    let text = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(rows), \(columns)), }"
    // Magic, version and length take ten bytes, the line's end one.
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
