import FindieFiles
package import FindieWorkspace
import Foundation

/// A setting, a secret or a file of this machine that cannot be used. The message says what to do,
/// and has no secret.
package struct LocalFailure: KnownFailure, Hashable, CustomStringConvertible {
  package let failureKind: FailureKind
  package let description: String

  init(_ kind: FailureKind, _ description: String) {
    failureKind = kind
    self.description = description
  }
}

/// A file, a page or a part of one that cannot be read.
package struct Unreadable: Error, Hashable {
  /// A clause that quotes nothing from the content.
  package let why: String
}

extension DurableFile {
  /// The lines of a file that are not empty; none if there is no file.
  static func lines(of file: URL) throws(FileFailure) -> [Data] {
    guard exists(file) else { return [] }
    return try read(file).split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }
}
