import ArgumentParser
import FindiePartners
import Foundation

struct PartnerSettingsOption: ParsableArguments {
  private static let defaultPath = "Pipelines/partners.yaml"

  @Option(
    help: ArgumentHelp(
      "The addresses and limits of partners. Default: \(defaultPath) if it exists.",
      valueName: "file"))
  var settings: String?

  /// - Throws: `PartnerSettingsFailure`, `FileFailure`.
  func load() throws -> PartnerSettings {
    let path = settings ?? PartnerSettingsOption.defaultPath
    guard settings != nil || FileManager.default.fileExists(atPath: path) else {
      return try PartnerSettings()
    }
    return try PartnerSettings(file: URL(filePath: path))
  }
}
