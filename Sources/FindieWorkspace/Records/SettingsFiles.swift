/// The absolute paths of the settings files that a run read. Without a file, the built-in settings
/// hold.
package struct SettingsFiles: Codable, Sendable, Equatable {
  /// Where files were looked up that no option named.
  package let folder: String
  package let parameters: String?
  package let contract: String?
  package let experiments: String?

  package init(folder: String, parameters: String?, contract: String?, experiments: String?) {
    self.folder = folder
    self.parameters = parameters
    self.contract = contract
    self.experiments = experiments
  }

  /// The files, by what they set.
  package var all: [(subject: String, file: String?)] {
    [("parameters", parameters), ("contract", contract), ("experiments", experiments)]
  }

  /// Sentences about the files that an earlier run read and this one lacks.
  ///
  /// - Parameter run: the earlier run, in words.
  package func missing(since earlier: SettingsFiles, of run: String) -> [String] {
    zip(earlier.all, all).compactMap { before, now in
      guard let file = before.file, now.file == nil else { return nil }
      return "\(run) read its \(before.subject) from \(file). This run found no such file in "
        + "\(folder) and uses the defaults: see FINDIE_SETTINGS"
    }
  }
}
