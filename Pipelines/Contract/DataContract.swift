package import FindieIngest
package import FindieWorkspace
package import Foundation
import Yams

/// What the app's data must be: `Pipelines/contract.yaml` says it, and this is its default.
package struct DataContract: Codable, Sendable, Hashable {
  /// What the fields of events must hold.
  package var events = EventContract()
  /// How many events a day must bring.
  package var volume = VolumeRule()

  package init() {}

  /// The contract of a file.
  ///
  /// - Throws: `ContractProblems`, also where the file cannot be read.
  package init(file: URL) throws(ContractProblems) {
    let text: String
    do throws(SettingsText.Unusable) {
      text = try SettingsText.text(of: file)
    } catch {
      throw ContractProblems(problems: [error.problem])
    }
    try self.init(yaml: text)
  }

  /// The contract that a YAML text sets; what it does not name keeps its default.
  ///
  /// - Throws: `ContractProblems` with every problem of the text at once.
  package init(yaml: String) throws(ContractProblems) {
    let root: Node?
    do throws(SettingsText.Unusable) {
      root = try SettingsText.root(of: yaml)
    } catch {
      throw ContractProblems(problems: [error.problem])
    }
    var reading = ContractReading()
    if let root { reading.read(root) }
    guard reading.problems.isEmpty else { throw ContractProblems(problems: reading.problems) }
    self = reading.contract
  }
}

/// Everything that is wrong with a file of the data contract.
package struct ContractProblems: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .badParameters }
  package let problems: [String]

  package init(problems: [String]) {
    self.problems = problems
  }

  package var description: String {
    "the data contract cannot be used:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
      + "\n`findie contract` prints one with all that it may say."
  }
}
