/// How a file is compressed, by the end of its name.
package enum Compression: String, Sendable {
  case none, gzip, zstd
}
