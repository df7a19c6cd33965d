package struct ReportFile: Hashable, Sendable {
  /// Relative to the run's report folder, such as `studios/valve-1f0a66c2/index.html`.
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

package enum ReportFormat: String, CaseIterable, Sendable {
  case html, csv, json, md
}
