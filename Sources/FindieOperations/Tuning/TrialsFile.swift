import FindieEvaluation
import FindieFiles
package import FindieWorkspace
import Foundation

/// The trials of a search, one per line: an interrupted search continues from this file.
///
/// The file is rewritten after each trial. An incomplete last line is ignored.
struct TrialsFile {
  /// Identifies a search, so that another one does not continue from its trials.
  struct Header: Codable, Equatable {
    var format = 1
    /// A hash of the data.
    let data: String
    let test: String
    let validation: String
    let search: TuningParameters
    let models: [String]
    /// The parameters that the search started from.
    let start: TuningPoint
  }

  /// An evaluation on the test set, and its parameters.
  struct TestEvaluation: Codable {
    let als: TuningPoint
    let models: [String]
    let blend: BlendWeights?
    let evaluation: Evaluation
  }

  private struct Line: Codable {
    var search: Header?
    var trial: TuningTrial?
    var weight: LearnedWeight?
    var testEvaluation: TestEvaluation?
  }

  let url: URL
  private(set) var findings: [TuningFinding] = []
  private(set) var testEvaluations: [TestEvaluation] = []
  private var text: String

  /// - Throws: `DifferentSearch`.
  init(at url: URL, _ header: Header) throws {
    self.url = url
    text = canonicalLine(Line(search: header))
    guard DurableFile.exists(url) else { return }
    var lines = try DurableFile.read(url).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The text after the last newline is empty or incomplete.
    lines.removeLast()
    for (index, bytes) in lines.enumerated() {
      let line: Line
      do {
        line = try JSONDecoder().decode(Line.self, from: Data(bytes))
      } catch {
        throw DifferentSearch(
          description:
            "Line \(index + 1) of \(url.path) is not a trial. Name another file by --trials, or remove "
            + "this one.")
      }
      if index == 0 {
        guard line.search == header else { throw DifferentSearch(of: url) }
        continue
      }
      if let trial = line.trial { findings.append(.trial(trial)) }
      if let weight = line.weight { findings.append(.weight(weight)) }
      if let evaluation = line.testEvaluation { testEvaluations.append(evaluation) }
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

  mutating func add(_ evaluation: TestEvaluation) throws {
    try add(Line(testEvaluation: evaluation))
    testEvaluations.append(evaluation)
  }

  private mutating func add(_ line: Line) throws {
    text += canonicalLine(line)
    try DurableFile.write(text, to: url)
  }
}

/// The file of trials belongs to another search.
package struct DifferentSearch: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .badParameters }
  package let description: String

  init(description: String) {
    self.description = description
  }

  init(of url: URL) {
    description =
      "The trials of \(url.path) have other data, models, splits or starting parameters. Name another "
      + "file by --trials, or remove this one."
  }
}
