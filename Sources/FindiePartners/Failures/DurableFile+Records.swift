import FindieFiles
import FindieIngest
import FindieWorkspace
import Foundation

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
    try exists(file) ? records(in: read(file), of: file, remedy: remedy, record) : []
  }

  /// As `records(of:remedy:_:)`, of records that are read as they were written.
  static func records<Record: Decodable>(of file: URL, remedy: String) throws -> [Record] {
    let decoder = JSONDecoder()
    return try records(of: file, remedy: remedy) { try decoder.decode(Record.self, from: $0) }
  }

  /// Appends lines to a log of mode 600. They are on disk when this returns.
  ///
  /// - Parameter room: the bytes to reserve on the disk for later lines.
  static func append(
    _ lines: String, toLog file: URL, reserving room: Int = 0
  ) throws(FileFailure) {
    _ = try createNew(file, access: .ownerOnly)
    // The line break ends a line that a kill cut off.
    try append(Array("\n\(lines)".utf8), to: file, syncing: true, reserving: room)
  }

  /// The records in the content of a file.
  static func records<Record>(
    in bytes: [UInt8], of file: URL, remedy: String, _ record: (Data) throws -> Record
  ) throws(LocalFailure) -> [Record] {
    var records: [Record] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do {
        records.append(try record(Data(line)))
      } catch {
        // Another error may quote a part of the line.
        let why = (error as? LineFault).map { " (\($0))" } ?? ""
        throw LocalFailure(
          .badData, "\(file.path), line \(index + 1), cannot be read\(why). \(remedy)")
      }
    }
    return records
  }
}
