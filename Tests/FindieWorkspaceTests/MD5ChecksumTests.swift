import FindieWorkspace
import Testing

struct MD5ChecksumTests {
  /// RFC 1321, section A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
  ])
  func `the checksums are those of the RFC`(text: String, checksum: String) {
    #expect(md5Checksum(of: Array(text.utf8)) == checksum)
  }
}
