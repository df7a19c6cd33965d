import FindieWorkspace

extension Night {
  /// Warnings about settings files that the last run read and this one lacks, as it would in
  /// another folder.
  func missingSettings() -> [String] {
    guard let settingsFiles else { return [] }
    do {
      guard let (name, last) = try RunRecords(workspace).last(), let earlier = last.settings else {
        return []
      }
      return settingsFiles.missing(since: earlier, of: RunRecords.subject(name))
    } catch {
      // `findie status` reports an unreadable record.
      return []
    }
  }
}
