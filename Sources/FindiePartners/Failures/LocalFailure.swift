import FindieFiles
import FindieIngest
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

  /// The records of a file that findie writes, one in each line that is not empty; none if there is
  /// no file.
  ///
  /// - Parameter remedy: what to do about a line that cannot be read.
  /// - Throws: `FileFailure`; `LocalFailure` for such a line, since the next write would lose it.
  static func records<Record>(
    of file: URL, remedy: String, _ record: (Data) throws -> Record
  ) throws -> [Record] {
    guard exists(file) else { return [] }
    let lines = try read(file).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return try lines.enumerated().compactMap { index, line in
      guard !line.isEmpty else { return nil }
      do {
        return try record(Data(line))
      } catch {
        // Another error may quote a part of the line.
        let why = (error as? LineFault).map { " (\($0))" } ?? ""
        throw LocalFailure(
          .badData, "\(file.path), line \(index + 1), cannot be read\(why). \(remedy)")
      }
    }
  }

  /// As `records(of:remedy:_:)`, of records that are read as they were written.
  static func records<Record: Decodable>(of file: URL, remedy: String) throws -> [Record] {
    let decoder = JSONDecoder()
    return try records(of: file, remedy: remedy) { try decoder.decode(Record.self, from: $0) }
  }
}
