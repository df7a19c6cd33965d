import FindieFiles
import FindieRecommender
import Foundation

/// The file of what a search found, a line a finding: what is killed goes on from it.
///
/// It is written whole after each finding. A last line that was cut off is ignored.
struct TrialsFile {
  /// What a search was of; another one must not take its trials over.
  struct Header: Codable, Equatable {
    var format = 1
    /// A hash of the data.
    let data: String
    let test: String
    let validation: String
    let search: TuningParameters
    let models: [String]
    /// The numbers that the search began with.
    let start: TuningPoint
  }

  /// A look at the test, and for which numbers.
  struct Look: Codable {
    let als: TuningPoint
    let models: [String]
    let blend: BlendWeights?
    let evaluation: Evaluation
  }

  private struct Line: Codable {
    var search: Header?
    var trial: TuningTrial?
    var weight: LearnedWeight?
    var look: Look?
  }

  let url: URL
  private(set) var findings: [TuningFinding] = []
  private(set) var looks: [Look] = []
  private var text: String

  /// - Throws: `OtherSearch` where the file is of another search, or is none of ours.
  init(at url: URL, _ header: Header) throws {
    self.url = url
    text = canonicalLine(Line(search: header))
    guard DurableFile.exists(url) else { return }
    var lines = try DurableFile.read(url).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What stands after the last newline was cut off, or is nothing.
    lines.removeLast()
    for (index, bytes) in lines.enumerated() {
      let line: Line
      do {
        line = try JSONDecoder().decode(Line.self, from: Data(bytes))
      } catch {
        throw OtherSearch(
          description:
            "line \(index + 1) of \(url.path) is no trial of a search; name another file "
            + "by --trials, or remove this one")
      }
      if index == 0 {
        guard line.search == header else { throw OtherSearch(of: url) }
        continue
      }
      if let trial = line.trial { findings.append(.trial(trial)) }
      if let weight = line.weight { findings.append(.weight(weight)) }
      if let look = line.look { looks.append(look) }
      text += canonicalLine(line)
    }
  }

  mutating func add(_ finding: TuningFinding) throws {
    switch finding {
    case .trial(let trial): try add(Line(trial: trial))
    case .weight(let weight): try add(Line(weight: weight))
    }
    findings.append(finding)
  }

  mutating func add(_ look: Look) throws {
    try add(Line(look: look))
    looks.append(look)
  }

  private mutating func add(_ line: Line) throws {
    text += canonicalLine(line)
    try DurableFile.write(text, to: url)
  }
}

/// A file of trials that another search made.
package struct OtherSearch: Error, CustomStringConvertible {
  package let description: String

  init(description: String) {
    self.description = description
  }

  init(of url: URL) {
    description =
      "the trials of \(url.path) are of other data, models, splits or starting numbers; name another "
      + "file by --trials, or remove this one"
  }
}
