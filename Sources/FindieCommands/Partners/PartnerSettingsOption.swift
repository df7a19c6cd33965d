import ArgumentParser
import FindiePartners
import FindieWorkspace

struct PartnerSettingsOption: ParsableArguments {
  private static let defaultPath = "Pipelines/partners.yaml"

  @Option(
    help: ArgumentHelp(
      "The addresses and limits of partners. Default: \(defaultPath) if it exists.",
      valueName: "file"))
  var settings: String?

  func load() throws(SettingsProblems) -> PartnerSettings {
    try loaded(settings, default: PartnerSettingsOption.defaultPath)
  }
}
