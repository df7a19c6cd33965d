import ArgumentParser
import FindiePartners
import FindieWorkspace
import Foundation

struct PartnerSettingsOption: ParsableArguments {
  @Option(
    help: SettingsFolder.help("The addresses and limits of partners.", named: "partners.yaml"))
  var settings: String?

  func load() throws(SettingsProblems) -> PartnerSettings {
    try .loaded(from: SettingsFolder.file(settings, named: "partners.yaml"))
  }
}

struct SecretsOption: ParsableArguments {
  @Option(help: ArgumentHelp("The file of secrets, of mode 600.", valueName: "file"))
  var secrets: String?

  /// - Throws: `LocalFailure`, `FileFailure`.
  func load() throws -> PartnerSecrets {
    try PartnerSecrets(
      environment: ProcessInfo.processInfo.environment, file: secrets.map { URL(filePath: $0) })
  }
}

extension NowOption {
  /// With `--now`, rules and records use the given time, and requests to services the real one.
  func clock() throws -> TransportClock {
    guard now != nil else { return Clock.forTransport }
    let instant = try instant()
    return TransportClock(
      now: { instant }, pause: Clock.forTransport.pause, isStopping: Clock.forTransport.isStopping)
  }
}
