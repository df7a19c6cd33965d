import ArgumentParser
import FindieFiles
import FindieIntegrations
import Foundation

struct PartnerSettingsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The settings of partners. Default: the documented addresses and limits.",
      valueName: "file"))
  var settings: String?

  /// - Throws: `PartnerSettingsFailure`, `FileFailure`.
  func load() throws -> PartnerSettings {
    guard let settings else { return try PartnerSettings() }
    let bytes = try DurableFile.read(URL(filePath: settings))
    return try PartnerSettings(yaml: String(decoding: bytes, as: UTF8.self))
  }
}
