import ArgumentParser
import FindieAnalytics
import FindieFiles
package import FindieNight
package import FindieWorkspace
import Foundation

/// Where commands look for a settings file that no option names.
enum SettingsFolder {
  /// FINDIE_SETTINGS, or Pipelines in the folder where the command runs; absolute.
  static let url = URL(filePath: Console.environment("FINDIE_SETTINGS") ?? "Pipelines").absoluteURL
    .standardizedFileURL

  /// The file that an option names, or else the one of this name in the folder; nil without either.
  ///
  /// A FINDIE_SETTINGS that is no folder gives a file that cannot be read, which is an error.
  static func file(_ given: String?, named name: String) -> URL? {
    if let given { return URL(filePath: given).absoluteURL.standardizedFileURL }
    let file = url.appending(path: name)
    let isFolder = Console.environment("FINDIE_SETTINGS") == nil || DurableFile.isFolder(url)
    return DurableFile.exists(file) || !isFolder ? file : nil
  }

  /// The help of an option that names another file.
  static func help(_ contents: String, named name: String) -> ArgumentHelp {
    ArgumentHelp(
      "\(contents) Default: \(name) in the folder FINDIE_SETTINGS (or Pipelines) if it exists.",
      valueName: "file")
  }
}

extension Settings {
  /// The settings of a file; without one, the defaults.
  static func loaded(from file: URL?) throws(SettingsProblems) -> Self {
    guard let file else { return Self() }
    return try Self(file: file)
  }
}

package struct ParametersOption: ParsableArguments {
  @Option(help: SettingsFolder.help("The parameter file.", named: "nightly.yaml"))
  var parameters: String?

  var file: URL? { SettingsFolder.file(parameters, named: "nightly.yaml") }

  package func load() throws(SettingsProblems) -> NightParameters { try .loaded(from: file) }

  package init() {}
}

struct ContractOption: ParsableArguments {
  @Option(help: SettingsFolder.help("The data contract.", named: "contract.yaml"))
  var contract: String?

  var file: URL? { SettingsFolder.file(contract, named: "contract.yaml") }

  func load() throws(SettingsProblems) -> DataContract { try .loaded(from: file) }
}

struct ExperimentsOption: ParsableArguments {
  @Option(
    help: SettingsFolder.help(
      "The experiments: other lists for a share of the players.", named: "experiments.yaml"))
  var experiments: String?

  var file: URL? { SettingsFolder.file(experiments, named: "experiments.yaml") }

  func load() throws(SettingsProblems) -> [Experiment] {
    try ExperimentFile.loaded(from: file).experiments
  }
}
