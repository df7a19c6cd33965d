package import FindieDomain
package import FindieFiles
import FindieHistory
package import Foundation

/// The folder where rejected lines are kept for people to look at and repair.
///
/// ```
/// quarantine/2016-09-19/interactions%2F2016-09.ndjson.gz.ndjson
/// {"file":…,"line":7,"offset":1432,"reason":"notJSON","detail":"","text":…,"truncated":false}
/// ```
///
/// `text` where the bytes are UTF-8, else `base64`; `truncated` where only the first bytes are there.
///
/// Grain: one line per rejected line that was kept. Same lines, same bytes.
package struct Quarantine: Sendable {
  package let folder: URL

  package init(folder: URL) {
    self.folder = folder
  }

  /// Where the rejected lines of `file` go on the night of `day`.
  package func url(of file: String, day: Day) -> URL {
    folder.appending(path: "\(day)").appending(path: Quarantine.safeName(of: file) + ".ndjson")
  }

  /// Writes the rejected lines of one file; where there are none, what an earlier run of that night
  /// wrote of it is removed.
  package func write(
    _ rejected: [RejectedLine], of file: String, day: Day
  ) throws(FileFailure) {
    let url = url(of: file, day: day)
    guard !rejected.isEmpty else { return try DurableFile.remove(url) }
    var bytes: [UInt8] = []
    for line in rejected { line.append(to: &bytes) }
    try DurableFile.write(bytes, to: url)
  }

  /// The path as one name: `/`, `%` and a leading dot percent-encoded; a long one ends in its hash.
  static func safeName(of path: String) -> String {
    var name = ""
    for (place, scalar) in path.unicodeScalars.enumerated() {
      let isUnsafe =
        scalar == "/" || scalar == "%" || (scalar == "." && place == 0) || scalar.value < 0x20
        || scalar.value == 0x7F
      if isUnsafe {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        name += "%" + (hex.count < 2 ? "0" : "") + hex
      } else {
        name.unicodeScalars.append(scalar)
      }
    }
    // File systems take 255 bytes a name, and the writer adds some of its own.
    guard name.utf8.count > 200 else { return name }
    var beginning = name
    while beginning.utf8.count > 180 { beginning.removeLast() }
    return beginning + "-" + String(hash64(of: path.utf8.span), radix: 16)
  }
}

extension RejectedLine {
  /// Appends the line as one line of JSON, keys in their order.
  fileprivate func append(to json: inout [UInt8]) {
    json += Array(#"{"file":"#.utf8)
    json.append(quoted: file)
    json += Array(#","line":\#(line),"offset":\#(byteOffset),"reason":"#.utf8)
    json.append(quoted: reason.rawValue)
    json += Array(#","detail":"#.utf8)
    json.append(quoted: detail)
    if let text = String(validating: bytes, as: UTF8.self) {
      json += Array(#","text":"#.utf8)
      json.append(quoted: text)
    } else {
      json += Array(#","base64":"#.utf8)
      json.append(quoted: Data(bytes).base64EncodedString())
    }
    json += Array(#","truncated":\#(isCut)}"#.utf8)
    json.append(0x0A)
  }
}

extension [UInt8] {
  /// Appends text as a JSON string.
  fileprivate mutating func append(quoted text: String) {
    append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: self += [0x5C, 0x22]
      case 0x5C: self += [0x5C, 0x5C]
      case 0x0A: self += Array(#"\n"#.utf8)
      case 0x0D: self += Array(#"\r"#.utf8)
      case 0x09: self += Array(#"\t"#.utf8)
      case 0..<0x20:
        let hex = String(byte, radix: 16)
        self += Array((#"\u00"# + (hex.count < 2 ? "0" : "") + hex).utf8)
      default: append(byte)
      }
    }
    append(0x22)
  }
}
