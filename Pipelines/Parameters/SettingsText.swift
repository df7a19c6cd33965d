import FindieFiles
import Foundation
import Yams

/// Reads settings files, which people write in YAML.
package enum SettingsText {
  /// Why a settings file cannot be used at all.
  struct Unusable: Error {
    let problem: String
  }

  /// More than any settings file has. A device such as /dev/zero has no end.
  private static let maximumBytes = 1_000_000

  /// The text of a file.
  static func text(of file: URL) throws(Unusable) -> String {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try DurableFile.receive(file, limit: maximumBytes + 1)
    } catch {
      throw Unusable(
        problem:
          "\(file.path) cannot be read. Check that it exists and that this user may read it.")
    }
    guard bytes.count <= maximumBytes else {
      throw Unusable(problem: "\(file.path) is larger than 1 MB. Is it the right file?")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Unusable(problem: "\(file.path) is not UTF-8 text")
    }
    return text
  }

  /// The root of a YAML text; nil if it is empty.
  static func root(of yaml: String) throws(Unusable) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch {
      throw Unusable(problem: "it is not YAML: \(error)")
    }
  }

  /// A number as people write it: 365 and not 365.0.
  package static func shortest(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}

extension Node {
  /// A whole number in decimal notation: YAML 1.1 would read 1:30 as 90 and 010 as 8.
  var wholeNumber: Int? { int == nil ? nil : scalar.flatMap { Int($0.string) } }

  /// As `wholeNumber`, for any number.
  var number: Double? { float == nil ? nil : scalar.flatMap { Double($0.string) } }

  /// The value, for a message.
  var summary: String {
    switch self {
    case .scalar(let scalar): scalar.string.isEmpty ? "empty" : "'\(scalar.string)'"
    case .sequence: "a list"
    case .mapping: "a section"
    case .alias: "an alias"
    }
  }

  /// " (line 7)"; empty if it is not known.
  var position: String { mark.map { " (line \($0.line))" } ?? "" }
}
