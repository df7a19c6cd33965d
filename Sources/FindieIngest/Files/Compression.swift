/// The compression of a file, by the suffix of its name.
package enum Compression: String, Sendable {
  case none, gzip, zstd
}
