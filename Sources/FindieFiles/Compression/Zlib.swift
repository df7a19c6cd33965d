import CCompression
import Foundation

/// Compression for a text file.
package enum Zlib {
  /// The Base64 (RFC 4648) of a zlib stream (RFC 1950) of bytes. Depends on the bytes and on zlib
  /// only.
  package static func base64(compressing bytes: [UInt8]) -> String {
    var count = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    // The function writes at most `count` bytes, the size of the output.
    let outcome = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe compress2(
          target.baseAddress, &count, source.baseAddress, UInt(source.count), Z_BEST_COMPRESSION)
      }
    }
    precondition(outcome == Z_OK, "zlib does not compress: \(outcome)")
    return Data(output.prefix(Int(count))).base64EncodedString()
  }
}
