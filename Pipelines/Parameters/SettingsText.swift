import Foundation
import Yams

/// A file of settings that people write, in YAML: how it is read, and what is said of its mistakes.
package enum SettingsText {
  /// Why a file of settings cannot be used at all, in a sentence.
  struct Unusable: Error {
    let problem: String
  }

  /// The text of a file.
  static func text(of file: URL) throws(Unusable) -> String {
    let bytes: Data
    do {
      bytes = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
    } catch {
      throw Unusable(
        problem: "\(file.path) cannot be read: is it there, and may this user read it?")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Unusable(problem: "\(file.path) is not text in UTF-8")
    }
    return text
  }

  /// What a YAML text holds, nil where it holds nothing.
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
  /// A number as people write it: YAML 1.1 would take 1:30 for 90 and 010 for 8.
  var wholeNumber: Int? { int == nil ? nil : scalar.flatMap { Int($0.string) } }

  /// As `wholeNumber`, of any number.
  var number: Double? { float == nil ? nil : scalar.flatMap { Double($0.string) } }

  /// The value in a few words.
  var summary: String {
    switch self {
    case .scalar(let scalar): scalar.string.isEmpty ? "empty" : "'\(scalar.string)'"
    case .sequence: "a list"
    case .mapping: "a section"
    case .alias: "an alias"
    }
  }

  /// " (line 7)" where it is known.
  var place: String { mark.map { " (line \($0.line))" } ?? "" }
}
