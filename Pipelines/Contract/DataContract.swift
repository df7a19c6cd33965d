package import FindieIngest
package import FindieWorkspace
package import Foundation
import Yams

/// The data contract of the app's events. `Pipelines/contract.yaml` has the defaults.
package struct DataContract: Codable, Sendable, Hashable {
  /// The requirements of the fields.
  package var events = EventContract()
  /// The minimum volume of a day.
  package var volume = VolumeRule()

  package init() {}

  /// The contract of a file.
  ///
  /// - Throws: `ContractProblems`, also if the file cannot be read.
  package init(file: URL) throws(ContractProblems) {
    let text: String
    do throws(SettingsText.Unusable) {
      text = try SettingsText.text(of: file)
    } catch {
      throw ContractProblems(problems: [error.problem])
    }
    try self.init(yaml: text)
  }

  /// The contract that a YAML text sets; the other settings have their defaults.
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

/// All problems of a contract file.
package struct ContractProblems: KnownFailure, CustomStringConvertible {
  package var failureKind: FailureKind { .badParameters }
  package let problems: [String]

  package init(problems: [String]) {
    self.problems = problems
  }

  package var description: String {
    "the data contract cannot be used:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
      + "\n`findie contract` prints a contract with all settings."
  }
}
