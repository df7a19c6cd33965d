/// The compression of a file.
package enum Compression: String, Sendable {
  case none, gzip, zstd
}
